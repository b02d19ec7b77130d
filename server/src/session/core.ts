import { problem } from '@steward/contract/errors'
import type { SessionUser, SignedIn } from '@steward/contract/session/schemas'
import type { Db } from '../db/pool.ts'
import type { TenantTransaction } from '../db/tenant.ts'
import type { AccessTokens } from './access-token.ts'
import { companyOf } from './account-mail.ts'
import type { Client } from '../http/client.ts'
import type { Hasher } from './hasher.ts'
import type { AccountRow } from './queries.ts'
import type { SessionPolicies } from './policies.ts'
import type { SessionSettings } from './settings.ts'
import { type ThrottleKeys, accountKey, throttleKeys } from './throttle.ts'

/** Dependencies shared by the parts of the session area. */
export interface SessionCore {
  db: Db
  settings: SessionSettings
  policies: SessionPolicies
  hasher: Hasher
  accessTokens: AccessTokens
  /** Whether the tenant accepts invitations to this address. */
  mayActivate(tx: TenantTransaction, account: Pick<AccountRow, 'user_id' | 'email'>): Promise<boolean>
}

/** The application recorded in every session (first specification file, section 3). */
const alwaysApp = 'rms-owl'

/** The user session of the first specification file, section 3. */
export function sessionUser(account: AccountRow, facts: { apps: string[]; roles: string[] }): SessionUser {
  return {
    userId: account.user_id,
    username: account.username,
    tenantId: account.tenant_id,
    tenantName: account.tenant_name,
    company: companyOf(account),
    email: account.email,
    givenName: account.given_name,
    familyName: account.family_name,
    apps: [...new Set([...facts.apps, alwaysApp])],
    roles: facts.roles,
    identityProvider: account.is_federated ? account.provider_name : null,
    isFederated: account.is_federated,
  }
}

/** The response to every kind of sign-in: an access token and its user. */
export async function signedInAnswer(
  { accessTokens }: SessionCore,
  account: AccountRow,
  facts: { apps: string[]; roles: string[] },
  session: { sessionId: string; expiresAt: Date },
): Promise<SignedIn> {
  const claims = { userId: account.user_id, tenantId: account.tenant_id, sessionId: session.sessionId, username: account.username }
  const token = await accessTokens.issue(claims, session.expiresAt)
  return { ...token, sessionId: session.sessionId, user: sessionUser(account, facts) }
}

/** Whether the account can use a password: in a federated tenant only one administrator can (product decisions). */
export function usesPassword(account: AccountRow): boolean {
  if (account.status === 'EXTERNAL_PROVIDER') return false
  if (!account.is_federated) return true
  return account.admin_username !== null && account.admin_username.toLowerCase() === account.username.toLowerCase()
}

/** Whether the account can sign in at all. */
export const isEnabled = (account: AccountRow): boolean => account.tenant_status === 'Active' && !account.is_disabled

/** A person's attempt at a password. */
export interface Attempt {
  client: Client
  /** The id of the browser, if it signed in to this account before. */
  browserOf: (account: string) => string | undefined
  /** What the browser has instead of a second factor, for some accounts. */
  remembered: readonly Buffer[]
}

/** Whether a browser signs in to an account for the first time. */
export const isNewBrowser = ({ tenant_name, username }: AccountRow, { browserOf }: Attempt): boolean =>
  browserOf(accountKey(tenant_name, username)) === undefined

/** What a failed attempt at an account counts for. */
export function throttleKeysOf(settings: SessionSettings, account: string, { client, browserOf }: Attempt): ThrottleKeys {
  return throttleKeys(account, {
    address: client.address,
    knownBrowser: browserOf(account),
    addressFailures: settings.signInFailuresPerAddress,
  })
}

/** The error for an address outside the tenant's ranges. It names the address, so that people can report it to their administrator. */
export const addressRefused = (address: string | undefined) => problem('address_refused', { address: address ?? '–' })

/** The error for a locked account, with the seconds until the lock ends. */
export function lockedProblem(lockedUntil: Date, now: Date) {
  return problem('sign_in_locked', { retryAfterSeconds: Math.max(1, Math.ceil((lockedUntil.getTime() - now.getTime()) / 1000)) })
}
