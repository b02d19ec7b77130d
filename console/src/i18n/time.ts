import { cached } from './format.ts'
import { serverNow } from './serverTime.ts'
import { shownTimeZone } from '../theme/preferences.ts'

const minute = 60_000
const units: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ['minute', minute],
  ['hour', 60 * minute],
  ['day', 24 * 60 * minute],
]

/** A formatter in the user's time zone, or the device's by default. */
function zoned(key: string, options: Intl.DateTimeFormatOptions, timeZone = shownTimeZone()): Intl.DateTimeFormat {
  return cached(`${key}@${timeZone ?? ''}@`, (locale) => new Intl.DateTimeFormat(locale, { ...options, timeZone }))
}

/** "3 hours ago" within thirty days either way, otherwise the date. `value` is ISO 8601, `now` in ms. */
export function relativeTime(value: string, now: number): string {
  const distance = Date.parse(value) - now
  const size = Math.abs(distance)
  if (size > 30 * 24 * 60 * minute) return formatDate(value)
  const format = cached('relative', (locale) => new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }))
  if (size < minute) return format.format(0, 'second')
  const [unit, length] = units.findLast(([, unitMs]) => size >= unitMs) ?? ['minute', minute]
  return format.format(Math.trunc(distance / length), unit)
}

/** The time in UTC and in the user's time zone, one per line; a single line if both are the same. */
export function exactTime(value: string): string {
  const at = Date.parse(value)
  const utc = zoned('utc', { dateStyle: 'medium', timeStyle: 'medium' }, 'UTC').format(at)
  const zone = zoned('local', {
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    second: '2-digit',
    timeZoneName: 'short',
  })
  return zone.resolvedOptions().timeZone === 'UTC' ? `${utc} UTC` : `${utc} UTC\n${zone.format(at)}`
}

/** The date in the user's time zone: "14 Mar 2026". */
export function formatDate(value: string): string {
  return zoned('date', { dateStyle: 'medium' }).format(Date.parse(value))
}

/** A month of the calendar: "March 2019". @param month such as `2019-03` */
export function formatMonth(month: string): string {
  return zoned('month', { year: 'numeric', month: 'long' }, 'UTC').format(Date.parse(`${month}-01T00:00:00Z`))
}

/** Date and time in the user's time zone: "14 Mar 2026, 09:26". */
export function formatMoment(value: string): string {
  return zoned('moment', { dateStyle: 'medium', timeStyle: 'short' }).format(Date.parse(value))
}

/** The time of day in the user's time zone: "09:26". */
export function formatTimeOfDay(value: string): string {
  return zoned('time of day', { timeStyle: 'short' }).format(Date.parse(value))
}

/** The time of day in a time zone, with the zone: "3:04 PM GMT+1". */
export function formatTimeIn(timeZone: string, now = new Date()): string {
  return zoned('time', { hour: 'numeric', minute: '2-digit', timeZoneName: 'short' }, timeZone).format(now)
}

export function formatNumber(value: number): string {
  return cached('number', (locale) => new Intl.NumberFormat(locale)).format(value)
}

/** With one decimal, also of whole numbers, so that the numbers of a column are in line. */
export function formatTenths(value: number): string {
  return cached('tenths', (locale) => new Intl.NumberFormat(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 })).format(value)
}

/** The day in the user's time zone: "Today", "Yesterday", or the date. */
export function formatDay(value: string, now = new Date(serverNow())): string {
  const at = new Date(value)
  const days = dayNumber(at) - dayNumber(now)
  if (days === 0 || days === -1) {
    const text = cached('day', (locale) => new Intl.RelativeTimeFormat(locale, { numeric: 'auto' })).format(days, 'day')
    return text.charAt(0).toUpperCase() + text.slice(1)
  }
  return zoned('long-date', { dateStyle: 'full' }).format(at)
}

/** Calendar days since 1970 in the user's time zone. */
function dayNumber(moment: Date): number {
  const timeZone = shownTimeZone()
  const parts = cached(`parts@${timeZone ?? ''}@`, () => new Intl.DateTimeFormat('en-US', { timeZone, calendar: 'gregory' })).formatToParts(
    moment,
  )
  const part = (type: 'year' | 'month' | 'day') => Number(parts.find((one) => one.type === type)?.value)
  return Date.UTC(part('year'), part('month') - 1, part('day')) / (24 * 60 * minute)
}
