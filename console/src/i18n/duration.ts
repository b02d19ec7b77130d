import { cached } from './format.ts'
import { m } from '@steward/contract/paraglide/messages'

const dayMs = 86_400_000

/** A duration as days and hh:mm:ss (second specification file, section 9): "2 days 03:04:05". */
export function formatDuration(ms: number): string {
  const whole = Math.max(0, Math.floor(ms / 1_000) * 1_000)
  const days = Math.floor(whole / dayMs)
  const time = new Date(whole - days * dayMs).toISOString().slice(11, 19)
  return days === 0 ? time : `${m.job_days({ count: days })} ${time}`
}

/** A whole number of minutes in the largest exact unit: "12 hours". */
export function formatMinutes(minutes: number): string {
  const [unit, length] =
    minutes % 1_440 === 0 ? (['day', 1_440] as const) : minutes % 60 === 0 ? (['hour', 60] as const) : (['minute', 1] as const)
  return formatUnit(unit, minutes / length)
}

const daysOfYear = 365.25

/** A number of days, as years if it is within a day of whole years: "7 years". */
export function formatDays(days: number): string {
  const years = Math.round(days / daysOfYear)
  return years > 0 && Math.abs(days - years * daysOfYear) < 1 ? formatUnit('year', years) : formatUnit('day', days)
}

const formatUnit = (unit: string, value: number): string =>
  cached(`long-${unit}`, (locale) => new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' })).format(value)
