import { problem } from '@steward/contract/errors'
import { isAllowedFrom } from '@steward/contract/rules/addresses'
import type { EmailDomains, SessionPolicy, SignInAddresses } from '@steward/contract/rules/settings-schemas'
import { isAllowedEmail, rangesOf, shortestSessionMinutes } from '@steward/contract/rules/settings'
import type { SessionTimes } from './policies.ts'

/**
 * What keeps a tenant's settings from locking its administrators out. Each throws the reason beside the field. The operator's
 * way back is `steward tenant reset-settings`.
 */

/** Who saves, as far as the guards care. */
export interface Saver {
  isUser: boolean
  /** The IP address of the call. */
  address: string | undefined
}

/**
 * Whoever saves must be inside the ranges: then at least one administrator still is. A program says nothing about where people
 * are, so it may only lift the restriction.
 * @throws setting_needs_person, own_address_excluded
 */
export function mustHoldOwnAddress(wanted: SignInAddresses, { isUser, address }: Saver): void {
  if (wanted.ranges.length === 0) return
  if (!isUser) throw problem('setting_needs_person', {}, { field: 'value.ranges' })
  if (!isAllowedFrom(address, rangesOf(wanted))) {
    throw problem('own_address_excluded', { address: address ?? '–' }, { field: 'value.ranges' })
  }
}

/**
 * Activity is noticed when the access token is renewed. A session that ended sooner would end under the hands of people at
 * work, the administrator's too.
 * @throws session_too_short
 */
export function mustOutlastAccessTokens(wanted: SessionPolicy, times: SessionTimes, accessTokenSeconds: number): void {
  const minutes = Math.max(shortestSessionMinutes, Math.ceil((accessTokenSeconds * 1.5) / 60))
  const tooShort = {
    lifetimeMinutes: wanted.lifetimeMinutes !== null && times.maxSeconds < minutes * 60,
    inactivityMinutes: wanted.inactivityMinutes !== null && times.idleSeconds < minutes * 60,
  }
  const fields = Object.entries(tooShort).flatMap(([name, is]) =>
    is ? [{ field: `value.${name}`, code: 'session_too_short', parameters: { minutes } }] : [],
  )
  if (fields.length > 0) throw problem('session_too_short', { minutes }, { fields })
}

/**
 * @param administrators email addresses of the active administrators
 * @throws own_domain_excluded where the domains are those of none of them
 */
export function mustKeepAnAdministrator(wanted: EmailDomains, administrators: readonly string[]): void {
  if (administrators.some((email) => isAllowedEmail(email, wanted))) return
  throw problem('own_domain_excluded', {}, { field: 'value.domains' })
}
