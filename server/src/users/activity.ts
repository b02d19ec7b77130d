import { sql } from 'kysely'
import { problem } from '@steward/contract/errors'
import type { QueryOf, ResponseOf } from '@steward/contract/http'
import type { Activity } from '@steward/contract/users/schemas'
import type { listUserActivity } from '@steward/contract/users/endpoints'
import { levelsOfActor } from '../audit-log/filter.ts'
import { type Level, readPositions } from '../db/log-runs.ts'
import type { Position } from '../db/log-slice.ts'
import { type TenantTransaction, tenantIdOf } from '../db/tenant.ts'
import { deviceName } from '../http/device.ts'
import { levelsOfUser } from '../system-events/filter.ts'
import { findGroupsOfUser } from './queries.ts'

interface ActivityRow {
  id: string
  occurred_time: string
  kind: Activity['kind']
  type: string
  category: string
  acting_user: string
  entity_name: string
  field_name: string | null
  previous_value: string | null
  current_value: string | null
  outcome: Activity['outcome']
  address: string | null
  user_agent: string | null
}

/**
 * Actions by and changes to a user, from the audit log and the system log, newest first. Each log is read one page at a time in
 * the order of an index, so the size of the logs doesn't matter.
 * @throws not_found
 */
export async function readUserActivity(
  tx: TenantTransaction,
  userId: string,
  { limit, before, beforeId }: QueryOf<typeof listUserActivity>,
  keptSince: { changes: Date; events: Date },
): Promise<ResponseOf<typeof listUserActivity>> {
  const tenantId = tenantIdOf(tx)
  const older = (id: string) =>
    before === undefined
      ? sql``
      : beforeId === undefined
        ? sql`and occurred_at < ${before}::timestamptz`
        : sql`and (occurred_at, ${sql.ref(id)}) < (${before}::timestamptz, ${beforeId}::uuid)`
  const newest = (id: string) => sql`order by occurred_at desc, ${sql.ref(id)} desc limit ${limit + 1}`
  const change = sql`occurred_at, audit_entry_id as id, 'change' as kind, type, category, actor_name, entity_name, field_name,
           previous_value, current_value, null as outcome, null as address, null as user_agent`
  const changes = (column: 'entity_id' | 'subject_id') => sql`(
    select ${change} from audit_entry where tenant_id = ${tenantId}::uuid and ${sql.ref(column)} = ${userId}
         and occurred_at >= ${keptSince.changes} ${older('audit_entry_id')} ${newest('audit_entry_id')})`
  const newestOf = (table: 'audit_entry' | 'system_log', id: string, levels: Level[], since: Date) =>
    readPositions(
      tx,
      { from: sql.ref(table), id, columns: sql.ref(id) },
      { levels, range: { from: since.toISOString(), until: beforeId === undefined ? before : undefined } },
      {
        direction: 'older',
        limit: limit + 1,
        from: before === undefined || beforeId === undefined ? undefined : { at: before, id: beforeId },
      },
    )
  const [own, signIns] = await Promise.all([
    newestOf('audit_entry', 'audit_entry_id', levelsOfActor(userId), keptSince.changes),
    newestOf('system_log', 'system_log_id', levelsOfUser(userId), keptSince.events),
  ])
  const at = (positions: readonly Position[], id: string) => sql`tenant_id = ${tenantId}::uuid
    and (occurred_at, ${sql.ref(id)}) in (select * from unnest(${positions.map((one) => one.at)}::timestamptz[], ${positions.map((one) => one.id)}::uuid[]))`
  const [user, { rows }] = await Promise.all([
    findGroupsOfUser(tx, { userId }),
    sql<ActivityRow>`
      select id, to_char(occurred_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as occurred_time, kind, type, category,
             actor_name as acting_user, entity_name, field_name, previous_value, current_value, outcome, address, user_agent
        from ((select ${change} from audit_entry where ${at(own, 'audit_entry_id')})
              union ${changes('entity_id')} union ${changes('subject_id')} union all (
          select occurred_at, system_log_id, 'event', kind, 'System', username, username, null, null, null, outcome,
                 host(address), user_agent
            from system_log where ${at(signIns, 'system_log_id')})) activity
       order by occurred_at desc, id desc limit ${limit + 1}`.execute(tx),
  ])
  if (!user) throw problem('not_found')
  const items = rows.slice(0, limit).map(({ occurred_time, acting_user, entity_name, field_name, user_agent, ...row }) => ({
    id: row.id,
    occurredTime: occurred_time,
    kind: row.kind,
    type: row.type,
    category: row.category,
    actingUser: acting_user,
    entityName: entity_name,
    fieldName: field_name,
    previousValue: row.previous_value,
    currentValue: row.current_value,
    outcome: row.outcome,
    address: row.address,
    device: user_agent ? deviceName(user_agent) : null,
  }))
  return { items, hasMore: rows.length > limit }
}
