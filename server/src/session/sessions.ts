import { sql } from 'kysely'
import type { SessionEndReason } from '@steward/contract/catalog/activity'
import type { Session } from '@steward/contract/session/schemas'
import type { Db } from '../db/pool.ts'
import { noteEndedSessions } from '../db/operation.ts'
import { executePrepared } from '../db/prepared.ts'
import { type TenantTransaction, asOwner, noteChange, systemContext, tenantIdOf, withTenant } from '../db/tenant.ts'
import { deviceName } from '../http/device.ts'
import { recordEvents } from '../system-log/record.ts'
import { dayMs, earlier, laterBy } from './settings.ts'
import type { SessionPolicies, SessionPolicy } from './policies.ts'

/** Why a session ended, as stored in `user_session.end_reason` and the system log. */
export type EndReason = SessionEndReason

/** How long sessions last. */
export type SessionTimes = Pick<SessionPolicy, 'maxSeconds' | 'idleSeconds'>

/**
 * Ends every open session of a user in the caller's transaction. Once it commits, every process refuses their access tokens.
 * Returns the ids of the sessions.
 */
export async function endSessions(tx: TenantTransaction, userId: string, reason: EndReason, options: EndOptions = {}): Promise<string[]> {
  return (await endSessionsOf(tx, [userId], reason, options)).map((row) => row.session_id)
}

interface EndOptions {
  sessionId?: string
  now?: () => Date
}

/** The same for many users. */
export async function endSessionsOf(tx: TenantTransaction, userIds: readonly string[], reason: EndReason, options: EndOptions = {}) {
  const ended = tx
    .updateTable('user_session')
    .set({ ended_at: options.now?.() ?? new Date(), end_reason: reason })
    .where('tenant_id', '=', tenantIdOf(tx))
    .where(sql<boolean>`user_id = any(${userIds}::uuid[])`)
    .where('ended_at', 'is', null)
    .$if(options.sessionId !== undefined, (query) => query.where('session_id', '=', options.sessionId ?? ''))
    .returning(['session_id', 'user_id'])
  const { rows } = await executePrepared(tx, ended)
  noteEndedSessions(rows.map((row) => row.user_id))
  return rows
}

/** Ends every open session of some users for an administrator, with an event for each. */
export async function revokeSessions(
  tx: TenantTransaction,
  users: readonly { user_id: string; username: string }[],
  by: string,
  options: { now: () => Date },
): Promise<void> {
  const reason = 'revoked_by_administrator'
  const names = new Map(users.map(({ user_id, username }) => [user_id, username]))
  const ended = await endSessionsOf(tx, [...names.keys()], reason, options)
  await recordEvents(
    tx,
    ended.map(({ session_id: sessionId, user_id: userId }) => ({
      kind: 'session_revoked',
      outcome: 'success',
      userId,
      username: names.get(userId) ?? '',
      details: { sessionId, reason, by },
    })),
  )
}

/** Selects the sessions of a tenant to end. */
export interface SessionSelection {
  methods?: readonly SessionMethod[]
  exceptUsername?: string
  sessionIds?: readonly string[]
}

export type SessionMethod = 'password' | 'passkey' | 'oidc' | 'saml'

/** Ends open sessions of the transaction's tenant, with an event for each. Returns how many. */
export async function endSessionsOfTenant(
  tx: TenantTransaction,
  { methods, exceptUsername, sessionIds }: SessionSelection,
  reason: 'sso_change' | 'provider_sign_out',
  time: Date,
): Promise<number> {
  const { rows } = await sql<{ user_id: string }>`
    with ended as (
      update user_session s set ended_at = ${time}, end_reason = ${reason}
        from app_user u
       where s.tenant_id = ${tenantIdOf(tx)}::uuid and s.ended_at is null and u.tenant_id = s.tenant_id and u.user_id = s.user_id
         and (${methods ?? null}::text[] is null or s.method = any(${methods ?? null}::text[]))
         and (${sessionIds ?? null}::uuid[] is null or s.session_id = any(${sessionIds ?? null}::uuid[]))
         and u.username_key is distinct from lower(${exceptUsername ?? null}::text)
      returning s.tenant_id, s.session_id, u.user_id, u.username, s.address, s.user_agent
    )
    insert into system_log (tenant_id, kind, outcome, user_id, username, address, user_agent, request_id, details)
    select tenant_id, 'session_revoked', 'success', user_id, username, address, user_agent,
           nullif(current_setting('steward.request_id', true), ''), jsonb_build_object('sessionId', session_id, 'reason', ${reason}::text)
      from ended
    returning user_id`.execute(tx)
  noteEndedSessions(rows.map((row) => row.user_id))
  if (rows.length > 0) for (const table of ['user_session', 'system_log'] as const) noteChange(tx, table)
  return rows.length
}

/** The open sessions of a user, last used first. */
export async function listSessions(
  tx: TenantTransaction,
  userId: string,
  currentSessionId: string | undefined,
  { maxSeconds, idleSeconds }: SessionTimes,
  time: Date,
): Promise<Session[]> {
  const rows = await tx
    .selectFrom('user_session')
    .select(['session_id', 'created_at', 'last_active_at', 'expires_at', 'user_agent', sql<string | null>`host(address)`.as('address')])
    .where('tenant_id', '=', tenantIdOf(tx))
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', time)
    .where('last_active_at', '>', laterBy(time, -idleSeconds * 1000))
    .where('created_at', '>', laterBy(time, -maxSeconds * 1000))
    .orderBy('last_active_at', 'desc')
    .limit(200)
    .execute()
  return rows.map((row) => ({
    sessionId: row.session_id,
    isCurrent: row.session_id === currentSessionId,
    createdTime: row.created_at.toISOString(),
    lastSeenTime: row.last_active_at.toISOString(),
    expiresTime: earlier(row.expires_at, laterBy(row.created_at, maxSeconds * 1000)).toISOString(),
    address: row.address,
    device: deviceName(row.user_agent),
  }))
}

/**
 * Ends sessions of all tenants that have been idle too long or are too old, with an event for each. `defaults` applies to tenants
 * without settings of their own.
 */
export async function endLapsedSessions(db: Db, policies: SessionPolicies, defaults: SessionTimes, time: Date): Promise<void> {
  const own = await policies.ownSessionTimes()
  const rows = await asOwner(
    db,
    'maintenance',
    (tx) =>
      tx
        .selectFrom('user_session')
        .select('tenant_id')
        .distinct()
        .where('ended_at', 'is', null)
        .where((eb) =>
          eb.or([
            eb('expires_at', '<=', time),
            eb('last_active_at', '<=', laterBy(time, -defaults.idleSeconds * 1000)),
            eb('tenant_id', 'in', own.size === 0 ? [nobody] : [...own.keys()]),
          ]),
        )
        .execute(),
    { readOnly: true },
  )
  // One transaction per tenant, because a change is announced to one tenant.
  for (const { tenant_id: tenantId } of rows) {
    await asOwner(db, 'maintenance', (tx) => endLapsedOfTenant(tx, own.get(tenantId) ?? defaults, time), { tenantId })
  }
}

/** An id that no tenant has. */
const nobody = '00000000-0000-0000-0000-000000000000'

/** Ends sessions of the transaction's tenant that have exceeded these limits. */
export async function endLapsedOfTenant(tx: TenantTransaction, { maxSeconds, idleSeconds }: SessionTimes, time: Date): Promise<void> {
  const idleSince = laterBy(time, -idleSeconds * 1000)
  const oldSince = laterBy(time, -maxSeconds * 1000)
  const lapsed = await tx
    .with('lapsed', (cte) =>
      cte
        .updateTable('user_session')
        .set({
          ended_at: time,
          end_reason: sql<string>`case when expires_at <= ${time} or created_at <= ${oldSince} then 'expired' else 'inactivity' end`,
        })
        .where('tenant_id', '=', tenantIdOf(tx))
        .where('ended_at', 'is', null)
        .where((eb) => eb.or([eb('expires_at', '<=', time), eb('last_active_at', '<=', idleSince), eb('created_at', '<=', oldSince)]))
        .returning(['tenant_id', 'session_id', 'user_id', 'address', 'user_agent', 'end_reason']),
    )
    .insertInto('system_log')
    .columns(['tenant_id', 'kind', 'outcome', 'user_id', 'username', 'address', 'user_agent', 'details'])
    .expression((eb) =>
      eb
        .selectFrom('lapsed')
        .innerJoin('app_user as u', (join) => join.onRef('u.tenant_id', '=', 'lapsed.tenant_id').onRef('u.user_id', '=', 'lapsed.user_id'))
        .select([
          'lapsed.tenant_id',
          sql<string>`'session_lapsed'`.as('kind'),
          sql<'success'>`'success'`.as('outcome'),
          'u.user_id',
          'u.username',
          'lapsed.address',
          'lapsed.user_agent',
          sql<string>`jsonb_build_object('sessionId', lapsed.session_id, 'reason', lapsed.end_reason)`.as('details'),
        ]),
    )
    .returning('user_id')
    .execute()
  noteEndedSessions(lapsed.flatMap(({ user_id }) => user_id ?? []))
}

/** Ended sessions and expired links are kept this long for incident reviews; the system log keeps more. */
const keepDays = 7

/** Removes what second factors left, sessions (with their refresh tokens) and mailed links that ended a while ago; not the last invitation of someone who waits. */
export async function cleanSessions(db: Db, now: () => Date): Promise<void> {
  const before = laterBy(now(), -keepDays * dayMs)
  await asOwner(db, 'maintenance', async (tx) => {
    await tx
      .deleteFrom('user_session')
      .where((eb) => eb.or([eb('ended_at', '<', before), eb('expires_at', '<', before)]))
      .execute()
    for (const table of ['sign_in_step', 'used_challenge', 'remembered_browser'] as const) {
      await tx.deleteFrom(table).where('expires_at', '<', now()).execute()
    }
    await tx
      .deleteFrom('one_time_token as link')
      .where('link.expires_at', '<', before)
      .where((eb) =>
        // The home page counts invitations that no one used.
        eb.not(
          eb.exists(
            eb
              .selectFrom('app_user as u')
              .select('u.user_id')
              .whereRef('u.tenant_id', '=', 'link.tenant_id')
              .whereRef('u.user_id', '=', 'link.user_id')
              .where('u.status', '=', 'FORCE_CHANGE_PASSWORD')
              .where('link.purpose', '=', 'activation')
              .where('link.used_at', 'is', null),
          ),
        ),
      )
      .execute()
  })
}

/** Which of these sessions of a tenant are open, with a user who can sign in. */
export async function openSessionsAmong(db: Db, tenantId: string, sessionIds: string[]): Promise<Set<string>> {
  const { rows } = await withTenant(
    db,
    systemContext(tenantId),
    (tx) =>
      sql<{ session_id: string }>`
        select s.session_id
          from user_session s join app_user u using (tenant_id, user_id) join tenant t using (tenant_id)
         where s.tenant_id = ${tenantIdOf(tx)}::uuid and s.session_id = any(${sessionIds}::uuid[])
           and s.ended_at is null and not u.is_disabled and t.status = 'Active'`.execute(tx),
    { readOnly: true },
  )
  return new Set(rows.map((row) => row.session_id))
}
