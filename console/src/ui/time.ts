import { cached } from '../i18n/format.ts'

const minute = 60_000
const units: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ['minute', minute],
  ['hour', 60 * minute],
  ['day', 24 * 60 * minute],
]

/** "3 hours ago" for the last thirty days and the next, otherwise the date. `value` is ISO 8601, `now` in ms. */
export function relativeTime(value: string, now: number): string {
  const distance = Date.parse(value) - now
  const size = Math.abs(distance)
  if (size > 30 * 24 * 60 * minute)
    return cached('date', (locale) => new Intl.DateTimeFormat(locale, { dateStyle: 'medium' })).format(Date.parse(value))
  const format = cached('relative', (locale) => new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }))
  if (size < minute) return format.format(0, 'second')
  const [unit, length] = units.findLast(([, unitMs]) => size >= unitMs) ?? ['minute', minute]
  return format.format(Math.trunc(distance / length), unit)
}

/** The moment in UTC and in local time, a line each. */
export function exactTime(value: string): string {
  const at = Date.parse(value)
  const utc = cached(
    'utc',
    (locale) => new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'medium', timeZone: 'UTC' }),
  ).format(at)
  const local = cached(
    'local',
    (locale) =>
      new Intl.DateTimeFormat(locale, {
        year: 'numeric',
        month: 'short',
        day: 'numeric',
        hour: 'numeric',
        minute: '2-digit',
        second: '2-digit',
        timeZoneName: 'short',
      }),
  ).format(at)
  return `${utc} UTC\n${local}`
}

/** The local date of a moment: "14 Mar 2026". */
export function formatDate(value: string): string {
  return cached('date', (locale) => new Intl.DateTimeFormat(locale, { dateStyle: 'medium' })).format(Date.parse(value))
}

export function formatNumber(value: number): string {
  return cached('number', (locale) => new Intl.NumberFormat(locale)).format(value)
}

/** The local day of a moment: "Today", "Yesterday", or the date. */
export function formatDay(value: string, now = new Date()): string {
  const at = new Date(value)
  const midnight = (date: Date) => new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime()
  const days = Math.round((midnight(at) - midnight(now)) / (24 * 60 * minute))
  if (days === 0 || days === -1) {
    const text = cached('day', (locale) => new Intl.RelativeTimeFormat(locale, { numeric: 'auto' })).format(days, 'day')
    return text.charAt(0).toUpperCase() + text.slice(1)
  }
  return cached('long-date', (locale) => new Intl.DateTimeFormat(locale, { dateStyle: 'full' })).format(at)
}
