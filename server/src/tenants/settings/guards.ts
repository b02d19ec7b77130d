import { problem } from '@steward/contract/errors'
import { isAllowedFrom } from '@steward/contract/rules/addresses'
import type { EmailDomains, SessionPolicy, SignInAddresses } from '@steward/contract/rules/settings-schemas'
import { isAllowedEmail, rangesOf, shortestSessionMinutes } from '@steward/contract/rules/settings'
import type { SessionTimes } from './policies.ts'

/**
 * Prevents administrators from locking themselves out with a tenant's settings. Each guard throws the reason for the field. The
 * operator can recover a tenant with `steward tenant reset-settings`.
 */

/** The person or program that saves, as far as the guards need it. */
export interface Saver {
  isUser: boolean
  /** The IP address of the call. */
  address: string | undefined
}

/**
 * The person who saves must be inside the ranges, so that at least one administrator still is. A program has no location of its
 * own, so it can only remove the restriction.
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
 * Activity is recorded when the access token is renewed. With a shorter timeout, sessions would end while people work,
 * including the administrator's.
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
 * @throws own_domain_excluded if no administrator has one of the domains
 */
export function mustKeepAnAdministrator(wanted: EmailDomains, administrators: readonly string[]): void {
  if (administrators.some((email) => isAllowedEmail(email, wanted))) return
  throw problem('own_domain_excluded', {}, { field: 'value.domains' })
}
