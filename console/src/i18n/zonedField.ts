import { shownTimeZone } from '../theme/preferences.ts'

/** The time on the clock of the user's time zone, as a date-time field has it: "2026-03-14T09:26:00". */
export function fieldOf(atMs: number): string {
  const clock = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'medium', timeZone: shownTimeZone() })
  return clock.format(atMs).replace(' ', 'T')
}

/** The moment of a date-time field in the user's time zone, in ms; NaN for an incomplete one. */
export function momentOf(field: string): number {
  const asUtc = Date.parse(`${field}Z`)
  // The offset is that of the moment, which is known from the second try on, also beside a change of the clocks.
  const offsetAt = (atMs: number) => Date.parse(`${fieldOf(atMs)}Z`) - atMs
  return Number.isNaN(asUtc) ? asUtc : asUtc - offsetAt(asUtc - offsetAt(asUtc))
}
