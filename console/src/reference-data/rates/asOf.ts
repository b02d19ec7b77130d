import { cached } from '../../i18n/format.ts'

const format = () => cached('as-of', (locale) => new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' }))

/** An as-of date, `YYYY-MM-DD`: a day of the calendar, the same in every time zone. */
export const formatAsOf = (day: string): string => format().format(Date.parse(day))

/** Shorter, for the axis of a chart. */
export const formatAsOfMonth = (day: string): string =>
  cached('as-of-month', (locale) => new Intl.DateTimeFormat(locale, { month: 'short', year: 'numeric', timeZone: 'UTC' })).format(
    Date.parse(day),
  )

/** "Jan 31, 2014 – Feb 28, 2026"; a dash if there is no date. */
export function formatAsOfRange(first: string | null, last: string | null): string {
  if (first === null || last === null) return '–'
  return first === last ? formatAsOf(first) : format().formatRange(Date.parse(first), Date.parse(last))
}
