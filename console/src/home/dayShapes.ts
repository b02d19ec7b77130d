/** The shapes of a chart by the day, in pixels of a box. */

export interface DaySeries {
  id: string
  label: string
  kind: 'bar' | 'line' | 'forecast'
  color: 'accent' | 'danger' | 'warning'
  /** One for each day; null where nothing is known. */
  values: readonly (number | null)[]
}

interface Box {
  days: number
  /** The value at the top. */
  most: number
  width: number
  height: number
}

export interface Bar {
  series: number
  index: number
  color: DaySeries['color']
  box: { x: number; y: number; width: number; height: number }
}

/** Space above the highest value, for the thickness of lines. */
const top = 4
const gap = 0.25
/** A single event must still be seen. */
const lowest = 2

const round = (value: number): number => Math.round(value * 10) / 10
const heightOf = (value: number, { most, height }: Box): number => (most > 0 ? (value / most) * (height - top) : 0)

/** The bars of each day, one series on top of the other; days with nothing have none. */
export function barsOf(series: readonly DaySeries[], box: Box): Bar[] {
  const step = box.width / box.days
  const bars: Bar[] = []
  for (let index = 0; index < box.days; index++) {
    let below = 0
    for (const [position, { kind, color, values }] of series.entries()) {
      const value = values[index] ?? 0
      if (kind !== 'bar' || value <= 0) continue
      const height = Math.max(lowest, heightOf(value, box))
      bars.push({
        series: position,
        index,
        color,
        box: {
          x: round((index + gap / 2) * step),
          y: round(box.height - below - height),
          width: round(step * (1 - gap)),
          height: round(height),
        },
      })
      below += height
    }
  }
  return bars
}

/** The data of an SVG path through the values in the middle of their days; gaps are not drawn over. */
export function lineOf(values: readonly (number | null)[], box: Box): string {
  const step = box.width / box.days
  return values
    .flatMap((value, index) => {
      if (value === null) return []
      const isAlone = values[index - 1] == null && values[index + 1] == null
      const at = `${round((index + 0.5) * step)} ${round(box.height - heightOf(value, box))}`
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
