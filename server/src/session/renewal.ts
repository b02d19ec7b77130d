import { randomBytes } from 'node:crypto'
import { isAllowedFrom } from '@steward/contract/rules/addresses'
import type { SignedIn } from '@steward/contract/session/schemas'
import { describeUser } from '../access/permission-inputs.ts'
import { type TenantTransaction, withTenant, systemContext } from '../db/tenant.ts'
import { type EventDetails, recordEvent } from '../system-log/record.ts'
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

/**
 * Why a session cannot be renewed: unused for too long, open for too long, another sign-in method, or ended by someone;
 * unknown without a token, or with one that is no longer kept.
 */
export type SessionEnd = 'inactivity' | 'expired' | 'sso_change' | 'ended' | 'unknown'

/** Ends that the console has words for, as `user_session.end_reason` holds them. */
const storedEnds: readonly SessionEnd[] = ['inactivity', 'expired', 'sso_change']

export interface Renewal {
  /**
   * Exchanges a refresh token for an access token and a successor, or says why the session has ended. From
   * outside the tenant's ranges the token is not used up, so that people can continue once they are back inside.
   * @throws address_refused
   */
  renew(refreshToken: string | undefined, client: Client): Promise<Renewed | SessionEnd>
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
  ): Promise<Decision | 'address_refused' | SessionEnd> {
    const row = await lockRefreshToken(tx, token.digest)
    const time = settings.now()
    if (!row) return 'unknown'
    const end = endedBecause(row, time, policy)
    if (end !== undefined) return end
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
    return 'ended'
  }

  return {
    async renew(text, client) {
      const token = readToken(text)
      if (!token) return 'unknown'
      const policy = await policies.of(token.tenantId)
      const renewed = await withTenant(
        db,
        systemContext(token.tenantId, client.requestId),
        async (tx) => {
          const decision = await decide(tx, token, client, policy)
          if (typeof decision === 'string') return decision
          return { ...decision, facts: await describeUser(tx, decision.row.user_id) }
        },
        { fromReserve: true },
      )
      if (renewed === 'address_refused') throw addressRefused(client.address)
      if (typeof renewed === 'string') return renewed
      const { row, facts, next, nextExpiresAt, sessionExpiresAt } = renewed
      const session = { sessionId: row.session_id, expiresAt: sessionExpiresAt }
      return { signedIn: await signedInAnswer(core, row, facts, session), refreshToken: next, expiresAt: nextExpiresAt }
    },
    async signOut(text, client, reason) {
      const token = readToken(text)
      if (!token) return false
      return withTenant(
        db,
        systemContext(token.tenantId, client.requestId),
        async (tx) => {
          const row = await lockRefreshToken(tx, token.digest)
          if (!row) return false
          const ended = await endSessions(tx, row.user_id, reason, { sessionId: row.session_id, now: settings.now })
          if (ended.length > 0) await logEvent(tx, 'sign_out', row, client, { reason })
          return ended.length > 0
        },
        { fromReserve: true },
      )
    },
  }
}

/** Undefined while the session is open. */
function endedBecause(row: RenewalRow, time: Date, policy: SessionPolicy): SessionEnd | undefined {
  if (row.ended_at !== null) return storedEnds.find((end) => end === row.end_reason) ?? 'ended'
  if (!isEnabled(row)) return 'ended'
  if (endOf(row, policy) <= time) return 'expired'
  return row.last_active_at > laterBy(time, -policy.idleSeconds * 1000) ? undefined : 'inactivity'
}

/** The latest end of a session. A tenant that shortens the maximum length also shortens open sessions. */
const endOf = (row: RenewalRow, policy: SessionPolicy): Date =>
  earlier(row.session_expires_at, laterBy(row.session_created_at, policy.maxSeconds * 1000))

async function logEvent(
  tx: TenantTransaction,
  kind: 'sign_out' | 'token_replayed' | 'session_moved' | 'address_refused',
  row: RenewalRow,
  client: Client,
  details: EventDetails = {},
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
