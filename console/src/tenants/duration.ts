import { cached } from '../i18n/format.ts'

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
