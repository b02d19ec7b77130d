import { type Kysely, sql } from 'kysely'
import { examinedEntries } from '@steward/contract/audit-log/constants'
import type { CsvSource } from '../db/csv-copy.ts'
import { type Direction, type Plan, type Position, type Slice, readLogSlice, timeText, within } from '../db/log-slice.ts'
import { type TenantTransaction, tenantIdOf } from '../db/tenant.ts'
import type { Database, Row } from '../db/types.ts'

export type EntryRow = Omit<Row<'audit_entry'>, 'tenant_id' | 'occurred_at' | 'type'> & {
  /** ISO 8601 in UTC with microseconds. */
  at: string
  type: 'Create' | 'Update' | 'Delete'
}

const columns = sql`occurred_at, audit_entry_id, type, category, entity_id, entity_name, subject_id, field_name, previous_value,
  current_value, actor_type, actor_id, actor_name, request_id`

/** The entries behind a position that match a filter. */
export function readSlice(
  tx: TenantTransaction,
  plan: Plan,
  page: { from: Position | undefined; direction: Direction; limit: number; examined?: number },
): Promise<Slice<EntryRow>> {
  return readLogSlice<EntryRow>(tx, { from: sql`audit_entry`, id: 'audit_entry_id', columns }, plan, { examined: examinedEntries, ...page })
}

/** The entries of the change that an entry belongs to, in the order of writing. */
export async function readChange(tx: TenantTransaction, { at, id }: Position, limit: number): Promise<EntryRow[]> {
  const { rows } = await sql<EntryRow>`
    select ${timeText} as at, ${columns}
      from audit_entry e
     where tenant_id = ${tenantIdOf(tx)}::uuid and occurred_at = ${at}::timestamptz
       and (category, entity_id, coalesce(request_id, '')) =
           (select category, entity_id, coalesce(request_id, '') from audit_entry
             where tenant_id = ${tenantIdOf(tx)}::uuid and occurred_at = ${at}::timestamptz and audit_entry_id = ${id}::uuid)
     order by audit_entry_id limit ${limit}`.execute(tx)
  return rows
}

/** What an entity consisted of when it was deleted: its fields and its links, from the entries of its deletion. */
export async function readDeletion(tx: TenantTransaction, category: string, entityId: string): Promise<EntryRow[]> {
  const own = sql`tenant_id = ${tenantIdOf(tx)}::uuid and entity_id = ${entityId} and category = ${category}`
  const { rows } = await sql<EntryRow>`
    select ${timeText} as at, ${columns}
      from audit_entry
     where ${own} and current_value is null
       and occurred_at = (select occurred_at from audit_entry where ${own} and type = 'Delete'
                           order by occurred_at desc, audit_entry_id desc limit 1)
     order by type = 'Delete' desc, audit_entry_id limit 500`.execute(tx)
  return rows
}

function matchingEntries(tenantId: string, { range, leading, others }: Plan) {
  const all = [
    sql`tenant_id = ${tenantId}::uuid`,
    ...within(range),
    ...(leading.length > 0 ? [sql`(${sql.join(leading, sql` or `)})`] : []),
    ...others,
  ]
  return sql`from audit_entry where ${sql.join(all, sql` and `)}`
}

/** The filtered log as CSV, newest first. */
export function exportedEntries(kysely: Kysely<Database>, tenantId: string, plan: Plan): CsvSource {
  const matching = matchingEntries(tenantId, plan)
  return {
    rows: sql`
      select csv_time(occurred_at) as "timestamp", csv_text(entity_name) as name, csv_text(actor_name) as "actingUser",
             actor_type as "actorType", type, category, csv_text(field_name) as "fieldName", csv_text(current_value) as "currentValue",
             csv_text(previous_value) as "previousValue", csv_text(entity_id) as "entityId", csv_text(actor_id) as "actorId",
             request_id as "requestId"
        ${matching} order by occurred_at desc, audit_entry_id desc`.compile(kysely),
    count: sql<{ n: number }>`select count(*)::int as n ${matching}`.compile(kysely),
  }
}

/** The filtered log as JSON Lines, newest first. */
export function exportedLines(kysely: Kysely<Database>, tenantId: string, plan: Plan): CsvSource {
  const matching = matchingEntries(tenantId, plan)
  return {
    isJsonLines: true,
    rows: sql`
      select json_build_object(
               'timestamp', csv_time(occurred_at), 'name', entity_name, 'actingUser', actor_name, 'actorType', actor_type, 'type', type,
               'category', category, 'fieldName', field_name, 'currentValue', current_value, 'previousValue', previous_value,
               'entityId', entity_id, 'actorId', actor_id, 'requestId', request_id)
        ${matching} order by occurred_at desc, audit_entry_id desc`.compile(kysely),
    count: sql<{ n: number }>`select count(*)::int as n ${matching}`.compile(kysely),
  }
}
