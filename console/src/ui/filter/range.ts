import { m } from '@steward/contract/paraglide/messages'
import type { DateRangeDays } from '@steward/contract/rules/date-ranges'
import { formatDate } from '../../i18n/time.ts'
import type { RangeSearch } from './rangeSearch.ts'

export const rangeLabels: Record<DateRangeDays, () => string> = {
  1: m.range_1_day,
  7: m.range_7_days,
  30: m.range_30_days,
  92: m.range_92_days,
}

/** The range as the filter shows it. The end of whole days is their last moment. */
export function rangeText(
  { days, from, until }: RangeSearch,
  fallback: DateRangeDays,
  format: (time: string) => string = formatDate,
): string {
  const last = until === undefined ? undefined : format(new Date(Date.parse(until) - 1).toISOString())
  if (from !== undefined && last !== undefined) {
    const first = format(from)
    return first === last ? first : m.range_between({ from: first, to: last })
  }
  if (from !== undefined) return m.range_since({ from: format(from) })
  if (last !== undefined) return m.range_before({ to: last })
  return rangeLabels[days ?? fallback]()
}

/** The first moment of a day (`2026-03-14`) in a time zone, `after` days later; undefined for the device's. */
export function dayStart(day: string, timeZone: string | undefined, after = 0): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const wanted = Date.UTC(year, month - 1, date + after)
  // Twice, because the offset can differ between the guess and the result.
  const guess = wanted - offsetAt(wanted, timeZone)
  return new Date(wanted - offsetAt(guess, timeZone)).toISOString()
}

/** The day of a moment in a time zone: `2026-03-14`. */
export function dayOf(time: string, timeZone: string | undefined): string {
  const at = Date.parse(time)
  return new Date(at + offsetAt(at, timeZone)).toISOString().slice(0, 10)
}

/** How far a time zone is ahead of UTC at a moment, in ms. */
function offsetAt(at: number, timeZone: string | undefined): number {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  const parts = new Map(format.formatToParts(at).map(({ type, value }) => [type, Number(value)]))
  const of = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? 0
  const local = Date.UTC(of('year'), of('month') - 1, of('day'), of('hour'), of('minute'), of('second'))
  return local - Math.floor(at / 1000) * 1000
}
