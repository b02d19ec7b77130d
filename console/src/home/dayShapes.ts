import { heightOf, type Picture, round } from '../ui/chart/bars.ts'

/** The shapes of a chart by the day, in pixels of a picture. */

export interface DaySeries {
  id: string
  label: string
  kind: 'bar' | 'line' | 'forecast'
  color: 'accent' | 'danger' | 'warning'
  /** One for each day; null where nothing is known. */
  values: readonly (number | null)[]
}

/** The data of an SVG path through the values in the middle of their days; gaps are not drawn over. */
export function lineOf(values: readonly (number | null)[], picture: Picture): string {
  const step = picture.width / picture.count
  return values
    .flatMap((value, index) => {
      if (value === null) return []
      const isAlone = values[index - 1] == null && values[index + 1] == null
      const at = `${round((index + 0.5) * step)} ${round(picture.height - heightOf(value, picture))}`
      return [`${values[index - 1] == null ? 'M' : 'L'}${at}${isAlone ? 'h1' : ''}`]
    })
    .join('')
}

/** A line up to the day before today, and the part that leads to today, which is not over. */
export function splitAt(values: readonly (number | null)[], today: number) {
  if (values[today] == null) return { known: values, partial: [] }
  return {
    known: values.map((value, index) => (index === today ? null : value)),
    partial: values.map((value, index) => (index === today || index === today - 1 ? value : null)),
  }
}

const dayMs = 86_400_000
const dayAfter = (day: string, count: number): string => new Date(Date.parse(day) + count * dayMs).toISOString().slice(0, 10)

/** Days (UTC) shown before and after today where a quota has a forecast. */
const shown = { past: 30, future: 30 }

interface Trend {
  days: readonly { day: string; peak: number }[]
  quota: number
  projection: { kind: 'reached' } | { kind: 'day'; day: string } | { kind: 'none' }
}

/**
 * The last thirty days of a quota, and where its trend leads: from the last value to the limit on the day of the projection, as far as
 * thirty more days go. Without a projection the chart ends today.
 */
export function forecastOf({ days, quota, projection }: Trend, today: string) {
  const future = projection.kind === 'day' ? shown.future : 0
  const axis = Array.from({ length: shown.past + future }, (_, index) => dayAfter(today, index - shown.past + 1))
  const peaks = new Map(days.map(({ day, peak }) => [day, peak]))
  const used = axis.map((day) => peaks.get(day) ?? null)
  const from = used.findLastIndex((value) => value !== null)
  const start = used[from]
  if (projection.kind !== 'day' || start == null) return { axis, used, forecast: undefined }
  const reached = axis.indexOf(axis[from] ?? today) + Math.max(1, (Date.parse(projection.day) - Date.parse(axis[from] ?? today)) / dayMs)
  const forecast = axis.map((_, index) => {
    if (index < from || index > reached) return null
    return start + ((quota - start) * (index - from)) / (reached - from)
  })
  return { axis, used, forecast }
}
