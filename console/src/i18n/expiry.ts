import { cached } from './format.ts'
import { serverNow } from './serverTime.ts'

/** Expiry of keys, tokens and domain verifications, chosen as a day: valid until the end of that day in UTC. */

/** The day of a moment in UTC, `YYYY-MM-DD`; empty for never. */
export const dayOf = (expiresAt: string | null): string => expiresAt?.slice(0, 10) ?? ''

/** The last moment of a day in UTC; null for none. */
export const endOfDay = (day: string): string | null => (day === '' ? null : `${day}T23:59:59.000Z`)

/** The last valid day, for display. It is a day in UTC, regardless of the user's time zone. */
export const formatLastDay = (expiresAt: string): string =>
  cached('last-day', (locale) => new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' })).format(Date.parse(expiresAt))

/** Whether it has expired. */
export const hasEnded = (expiresAt: string | null, now = serverNow()): boolean => expiresAt !== null && Date.parse(expiresAt) <= now
