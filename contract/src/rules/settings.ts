import { parseRange, type AddressRange } from './addresses.ts'

/** Limits and rules of settings; their schemas are in `settings-schemas.ts`. */

/** Anything shorter would end sessions during work: an access token is renewed after nine minutes. */
export const shortestSessionMinutes = 15
export const longestLifetimeMinutes = 30 * 24 * 60
export const longestInactivityMinutes = 7 * 24 * 60

/** Limits of every installation for how long logs are kept; the operator's are narrower. */
export const shortestRetentionDays = 31
export const longestRetentionDays = 36_500

/** Maximum number of entries in a list of domains or ranges. */
export const longestPolicyList = 100

export const domainPattern = /^(?:\*\.)?(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+[a-z](?:[a-z\d-]{0,61}[a-z\d])$/

/** The ranges parsed, for comparison with addresses. */
export const rangesOf = ({ ranges }: { ranges: readonly { range: string }[] }): AddressRange[] =>
  ranges.flatMap(({ range }) => parseRange(range) ?? [])

export const themes = ['system', 'light', 'dark'] as const
export const densities = ['comfortable', 'compact'] as const

/** Whether the runtime has a time zone with this name (IANA), including aliases such as `Asia/Calcutta`. */
export function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

/** Maximum size of a value in bytes of UTF-8. */
export const longestSettingBytes = 65_536

/** The domain of an email address, in lower case. */
export const domainOf = (email: string): string => email.slice(email.lastIndexOf('@') + 1).toLowerCase()

/** Whether an address can be invited with these domains. */
export function isAllowedEmail(email: string, { domains }: { domains: readonly { domain: string }[] }): boolean {
  const given = domainOf(email)
  return (
    domains.length === 0 || domains.some(({ domain }) => (domain.startsWith('*.') ? given.endsWith(domain.slice(1)) : given === domain))
  )
}
