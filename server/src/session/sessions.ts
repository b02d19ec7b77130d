import { sql } from 'kysely'
import type { Session } from '@steward/contract/session'
import type { Db } from '../db/pool.ts'
import { type TenantTransaction, asOwner, withTenant } from '../db/tenant.ts'
import { deviceName } from './device.ts'
import { systemContext } from './queries.ts'
import { type SessionSettings, dayMs, laterBy } from './settings.ts'

/** Why a session ended, as it stands in `user_session.end_reason` and the system log. */
export type EndReason =
  | 'sign_out'
  | 'revoked'
  | 'revoked_by_administrator'
  | 'password_changed'
  | 'password_set'
  | 'token_replayed'
  | 'signed_in_again'
  | 'user_disabled'
  | 'user_deleted'
  | 'inactivity'
  | 'expired'

type Lifetime = Pick<SessionSettings, 'sessionIdleSeconds' | 'now'>

/**
 * Ends every open session of a user in the transaction of what ends them; every process refuses their access tokens when it
 * commits. Returns the ids of the sessions.
 */
export async function endSessions(
  tx: TenantTransaction,
  userId: string,
  reason: EndReason,
  options: { sessionId?: string; now?: () => Date } = {},
): Promise<string[]> {
  const rows = await tx
    .updateTable('user_session')
    .set({ ended_at: options.now?.() ?? new Date(), end_reason: reason })
    .where('tenant_id', '=', sql<string>`current_tenant_id()`)
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .$if(options.sessionId !== undefined, (query) => query.where('session_id', '=', options.sessionId ?? ''))
    .returning('session_id')
    .execute()
  return rows.map((row) => row.session_id)
}

/** The sessions of a user that are still alive, last used first. */
export async function listSessions(
  tx: TenantTransaction,
  userId: string,
  currentSessionId: string | undefined,
  { sessionIdleSeconds, now }: Lifetime,
): Promise<Session[]> {
  const time = now()
  const rows = await tx
    .selectFrom('user_session')
    .select(['session_id', 'created_at', 'last_active_at', 'expires_at', 'user_agent', sql<string | null>`host(address)`.as('address')])
    .where('tenant_id', '=', sql<string>`current_tenant_id()`)
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', time)
    .where('last_active_at', '>', laterBy(time, -sessionIdleSeconds * 1000))
    .orderBy('last_active_at', 'desc')
    .limit(200)
    .execute()
  return rows.map((row) => ({
    sessionId: row.session_id,
    isCurrent: row.session_id === currentSessionId,
    createdTime: row.created_at.toISOString(),
    lastSeenTime: row.last_active_at.toISOString(),
    expiresTime: row.expires_at.toISOString(),
    address: row.address,
    device: deviceName(row.user_agent),
  }))
}

/** Ends the sessions that were inactive too long or are too old, of all tenants, with an event for each. */
export async function endLapsedSessions(db: Db, { sessionIdleSeconds, now }: Lifetime): Promise<void> {
  const time = now()
  const idleSince = laterBy(time, -sessionIdleSeconds * 1000)
  const lapsed = await asOwner(
    db,
    'maintenance',
    (tx) =>
      tx
        .selectFrom('user_session')
        .select('tenant_id')
        .distinct()
        .where('ended_at', 'is', null)
        .where((eb) => eb.or([eb('expires_at', '<=', time), eb('last_active_at', '<=', idleSince)]))
        .execute(),
    { readOnly: true },
  )
  // One transaction a tenant, because a change is announced to one tenant.
  for (const { tenant_id: tenantId } of lapsed) {
    await asOwner(db, 'maintenance', (tx) => endLapsedOfTenant(tx, time, idleSince), { tenantId })
  }
}

async function endLapsedOfTenant(tx: TenantTransaction, time: Date, idleSince: Date): Promise<void> {
  await tx
    .with('lapsed', (cte) =>
      cte
        .updateTable('user_session')
        .set({
          ended_at: time,
          end_reason: sql<string>`case when expires_at <= ${time} then 'expired' else 'inactivity' end`,
        })
        .where('tenant_id', '=', sql<string>`current_tenant_id()`)
        .where('ended_at', 'is', null)
        .where((eb) => eb.or([eb('expires_at', '<=', time), eb('last_active_at', '<=', idleSince)]))
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
    .execute()
}

/** Ended sessions and dead links are kept this long for whoever looks into an incident; the system log keeps more. */
const keepDays = 7

/** Removes sessions (with their refresh tokens) and mailed links that ended a while ago. */
export async function cleanSessions(db: Db, now: () => Date): Promise<void> {
  const before = laterBy(now(), -keepDays * dayMs)
  await asOwner(db, 'maintenance', async (tx) => {
    await tx
      .deleteFrom('user_session')
      .where((eb) => eb.or([eb('ended_at', '<', before), eb('expires_at', '<', before)]))
      .execute()
    await tx.deleteFrom('one_time_token').where('expires_at', '<', before).execute()
  })
}

/** Which of these sessions of a tenant are open, with a user who may sign in. */
export async function openSessionsAmong(db: Db, tenantId: string, sessionIds: string[]): Promise<Set<string>> {
  const { rows } = await withTenant(
    db,
    systemContext(tenantId),
    (tx) =>
      sql<{ session_id: string }>`
        select s.session_id
          from user_session s join app_user u using (tenant_id, user_id) join tenant t using (tenant_id)
         where s.tenant_id = current_tenant_id() and s.session_id = any(${sessionIds}::uuid[])
           and s.ended_at is null and not u.is_disabled and t.status = 'Active'`.execute(tx),
    { readOnly: true },
  )
  return new Set(rows.map((row) => row.session_id))
}
