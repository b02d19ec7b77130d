import type { SignedIn } from '@steward/contract/session/schemas'
import { describeUser } from '../access/permission-inputs.ts'
import type { TenantTransaction } from '../db/tenant.ts'
import type { Client } from '../http/client.ts'
import { type SessionCore, signedInAnswer } from './core.ts'
import type { OpenedSession } from './external.ts'
import { type OpaqueToken, mintToken } from './opaque-token.ts'
import type { SessionPolicy } from './policies.ts'
import { type AccountRow, type NewSession, openSession } from './queries.ts'
import { tellNewDevice } from './reports.ts'
import { isAtUnusualHour, recordRisks } from './risk.ts'
import { earlier, laterBy } from './settings.ts'

/** A finished sign-in: the answer, and the token for the cookie. */
export interface FinishedSignIn {
  account: AccountRow
  signedIn: SignedIn
  refreshToken: OpaqueToken
  expiresAt: Date
}

/** How a session begins, besides the account. */
export type Opening = Pick<NewSession, 'method' | 'isConfirmed' | 'throttleKeys' | 'newHash'> & {
  policy: SessionPolicy
  client: Client
  /** The browser never signed in to this account, so its owner is told. */
  isNewBrowser: boolean
}

/**
 * Opens a session in the caller's transaction. Undefined if the account was locked or disabled, or has another password now.
 * The statements are sent to the database together.
 */
export async function openIn(
  tx: TenantTransaction,
  { settings }: SessionCore,
  account: AccountRow,
  { policy, isNewBrowser, ...opening }: Opening,
): Promise<OpenedSession | undefined> {
  const time = settings.now()
  const token = mintToken(account.tenant_id)
  const expiresAt = laterBy(time, policy.maxSeconds * 1000)
  const tokenExpiresAt = earlier(expiresAt, laterBy(time, policy.idleSeconds * 1000))
  const [isUnusualHour, sessionId, facts] = await Promise.all([
    isAtUnusualHour(tx, account),
    openSession(tx, { account, token, time, expiresAt, tokenExpiresAt, ...opening }),
    describeUser(tx, account.user_id),
  ])
  if (sessionId === undefined) return undefined
  // A first sign-in has no other device to compare with.
  const isNew = isNewBrowser && account.last_sign_in_at !== null
  if (isNew) await tellNewDevice(tx, account, opening.client, time)
  await recordRisks(tx, account, opening.client, { sessionId, isNewBrowser: isNew, isUnusualHour })
  return { account, facts, sessionId, token, expiresAt, tokenExpiresAt }
}

/** The answer to an opened session, after the commit. */
export async function finish(core: SessionCore, opened: OpenedSession): Promise<FinishedSignIn> {
  const { account, facts, sessionId, token, expiresAt, tokenExpiresAt } = opened
  const signedIn = await signedInAnswer(core, account, facts, { sessionId, expiresAt })
  return { account, signedIn, refreshToken: token, expiresAt: tokenExpiresAt }
}
