import { randomBytes } from 'node:crypto'
import { isAllowedFrom } from '@steward/contract/rules/addresses'
import type { SignedIn } from '@steward/contract/session/schemas'
import { describeUser } from '../access/permission-inputs.ts'
import { type TenantTransaction, withTenant, systemContext } from '../db/tenant.ts'
import { recordEvent } from '../system-log/record.ts'
import type { Client } from '../http/client.ts'
import { type SessionCore, addressRefused, isEnabled, signedInAnswer } from './core.ts'
import { type OpaqueToken, readToken, successorOf } from './opaque-token.ts'
import { type RenewalRow, lockRefreshToken, rotateToken } from './queries.ts'
import { endSessions } from './sessions.ts'
import { earlier, laterBy, replayGraceMs } from './settings.ts'
import type { SessionPolicy } from './policies.ts'

export interface Renewed {
  signedIn: SignedIn
  /** The token for the cookie; undefined if the client already has a later one. */
  refreshToken: OpaqueToken | undefined
  expiresAt: Date
}

export interface Renewal {
  /**
   * Exchanges a refresh token for an access token and a successor. Undefined if the session has ended or never existed;
   * 'sso_change' if it ended because the tenant changed its sign-in method. From outside
   * the tenant's ranges the token is not used up, so that people can continue once they are back inside.
   * @throws address_refused
   */
  renew(refreshToken: string | undefined, client: Client): Promise<Renewed | 'sso_change' | undefined>
  /** Ends the session of a refresh token, used or not; true if it was open. */
  signOut(refreshToken: string | undefined, client: Client, reason: 'sign_out' | 'signed_in_again'): Promise<boolean>
}

/**
 * Renewal by refresh token, with rotation (RFC 9700, section 4.14.2). Each token works once. If it is presented again, either the
 * first or the second client stole it, so the whole session ends. The exception is the ten seconds after its use: another tab, or
 * a page reloaded before it read the answer, gets a new access token and, while it is unused, the same successor.
 * So a chain of tokens never forks, and a thief within that window is detected by the next renewal of either client.
 */
export function createRenewal(core: SessionCore): Renewal {
  const { db, settings, policies } = core

  /** The transaction's result; the access token is signed after it. */
  type Decision = { row: RenewalRow; next: OpaqueToken | undefined; nextExpiresAt: Date; sessionExpiresAt: Date }

  async function decide(
    tx: TenantTransaction,
    token: OpaqueToken,
    client: Client,
    policy: SessionPolicy,
  ): Promise<Decision | 'address_refused' | 'sso_change' | undefined> {
    const row = await lockRefreshToken(tx, token.digest)
    const time = settings.now()
    if (row?.end_reason === 'sso_change') return 'sso_change'
    if (!row || !isOpen(row, time, policy)) return undefined
    if (!isAllowedFrom(client.address, policy.ranges)) {
      await logEvent(tx, 'address_refused', row, client)
      return 'address_refused'
    }
    const sessionExpiresAt = endOf(row, policy)
    const nextExpiresAt = earlier(sessionExpiresAt, laterBy(time, policy.idleSeconds * 1000))
    if (row.used_at === null) {
      const salt = randomBytes(32)
      const successor = successorOf(token, salt)
      const moved = client.address !== undefined && client.address !== row.address
      await rotateToken(tx, {
        sessionId: row.session_id,
        used: token,
        salt,
        successor,
        address: client.address,
        time,
        tokenExpiresAt: nextExpiresAt,
      })
      if (moved) await logEvent(tx, 'session_moved', row, client, { previousAddress: row.address ?? '' })
      return { row, next: successor, nextExpiresAt, sessionExpiresAt }
    }
    if (time.getTime() - row.used_at.getTime() <= replayGraceMs) {
      const isFresh = row.successor_is_fresh && row.successor_salt !== null
      return {
        row,
        next: isFresh && row.successor_salt ? successorOf(token, row.successor_salt) : undefined,
        nextExpiresAt: row.successor_expires_at ?? nextExpiresAt,
        sessionExpiresAt,
      }
    }
    await endSessions(tx, row.user_id, 'token_replayed', { sessionId: row.session_id, now: settings.now })
    await logEvent(tx, 'token_replayed', row, client, { usedAt: row.used_at.toISOString() })
    return undefined
  }

  function isOpen(row: RenewalRow, time: Date, policy: SessionPolicy): boolean {
    const isActive = row.last_active_at > laterBy(time, -policy.idleSeconds * 1000)
    return row.ended_at === null && endOf(row, policy) > time && isActive && isEnabled(row)
  }

  return {
    async renew(text, client) {
      const token = readToken(text)
      if (!token) return undefined
      const policy = await policies.of(token.tenantId)
      const renewed = await withTenant(db, systemContext(token.tenantId, client.requestId), async (tx) => {
        const decision = await decide(tx, token, client, policy)
        if (decision === undefined || typeof decision === 'string') return decision
        return { ...decision, facts: await describeUser(tx, decision.row.user_id) }
      })
      if (renewed === 'address_refused') throw addressRefused(client.address)
      if (renewed === undefined || renewed === 'sso_change') return renewed
      const { row, facts, next, nextExpiresAt, sessionExpiresAt } = renewed
      const session = { sessionId: row.session_id, expiresAt: sessionExpiresAt }
      return { signedIn: await signedInAnswer(core, row, facts, session), refreshToken: next, expiresAt: nextExpiresAt }
    },
    async signOut(text, client, reason) {
      const token = readToken(text)
      if (!token) return false
      return withTenant(db, systemContext(token.tenantId, client.requestId), async (tx) => {
        const row = await lockRefreshToken(tx, token.digest)
        if (!row) return false
        const ended = await endSessions(tx, row.user_id, reason, { sessionId: row.session_id, now: settings.now })
        if (ended.length > 0) await logEvent(tx, 'sign_out', row, client, { reason })
        return ended.length > 0
      })
    },
  }
}

/** The latest end of a session. A tenant that shortens the maximum length also shortens open sessions. */
const endOf = (row: RenewalRow, policy: SessionPolicy): Date =>
  earlier(row.session_expires_at, laterBy(row.session_created_at, policy.maxSeconds * 1000))

async function logEvent(
  tx: TenantTransaction,
  kind: 'sign_out' | 'token_replayed' | 'session_moved' | 'address_refused',
  row: RenewalRow,
  client: Client,
  details: Record<string, string> = {},
): Promise<void> {
  await recordEvent(tx, {
    kind,
    outcome: kind === 'token_replayed' || kind === 'address_refused' ? 'failure' : 'success',
    userId: row.user_id,
    username: row.username,
    address: client.address,
    userAgent: client.userAgent,
    details: { sessionId: row.session_id, ...details },
  })
}
