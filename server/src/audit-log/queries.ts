import { type Kysely, type RawBuilder, sql } from 'kysely'
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

/**
 * Entries of the newest transactions since a time, newest first. From each only the newest entries are read, and the next one is found in
 * the index, so that a transaction that changed a million rows costs no more than one that changed a few.
 */
export async function readNewest(
  tx: TenantTransaction,
  since: Date,
  limit: { transactions: number; entries: number },
): Promise<EntryRow[]> {
  const tenantId = tenantIdOf(tx)
  const newest = (before: RawBuilder<unknown>) => sql`
    select e.occurred_at from audit_entry e
     where e.tenant_id = ${tenantId}::uuid and e.occurred_at >= ${since} ${before} order by e.occurred_at desc limit 1`
  const { rows } = await sql<EntryRow>`
    with recursive moment (occurred_at, position) as (
      (select occurred_at, 1 from (${newest(sql``)}) first)
      union all
      select next.occurred_at, moment.position + 1
        from moment cross join lateral (${newest(sql`and e.occurred_at < moment.occurred_at`)}) next
       where moment.position < ${limit.transactions}::int)
    select entry.*
      from moment cross join lateral (
             select ${timeText} as at, ${columns} from audit_entry
              where tenant_id = ${tenantId}::uuid and audit_entry.occurred_at = moment.occurred_at
              order by audit_entry_id desc limit ${limit.entries}) entry
     order by moment.position, entry.audit_entry_id desc`.execute(tx)
  return rows
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

/** Tables of the categories whose entities can be looked up by their key. */
const tables = {
  User: { table: 'app_user', key: 'user_id' },
  Group: { table: 'user_group', key: 'group_id' },
  Role: { table: 'role', key: 'role_id' },
  'API key': { table: 'api_key', key: 'api_key_id' },
  'Resource group': { table: 'resource_group', key: 'resource_group_id' },
  'SCIM token': { table: 'scim_token', key: 'scim_token_id' },
  Licence: { table: 'application_license', key: 'license_id' },
  'Data entitlement': { table: 'data_entitlement', key: 'entitlement_id' },
  'Model entitlement': { table: 'model_entitlement', key: 'entitlement_id' },
  Tag: { table: 'tag', key: 'tag_id' },
  'Currency scheme': { table: 'currency_scheme', key: 'currency_scheme_id' },
} as const

export type EntityKey = Pick<EntryRow, 'category' | 'entity_id'>
export interface EntityState {
  isGone: boolean | null
  productCode: string | null
}

const uuid = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i
const keyOf = ({ category, entity_id: id }: EntityKey) => `${category} ${id}`

/** Whether the entities still exist, in one query for all of them. */
export async function readStates(tx: TenantTransaction, entities: readonly EntityKey[]): Promise<(entity: EntityKey) => EntityState> {
  const idsOf = Map.groupBy(entities, ({ category }) => category)
  const parts = Object.entries(tables).flatMap(([category, { table, key }]) => {
    const ids = [...new Set((idsOf.get(category) ?? []).map((entity) => entity.entity_id))].filter((id) => uuid.test(id))
    if (ids.length === 0) return []
    const product = table === 'resource_group' ? sql`product_code` : sql`null::text`
    return [
      sql`select ${category}::text as category, ${sql.ref(key)}::text as entity_id, ${product} as product_code
            from ${sql.table(table)} where tenant_id = ${tenantIdOf(tx)}::uuid and ${sql.ref(key)} = any(${ids}::uuid[])`,
    ]
  })
  const found =
    parts.length === 0
      ? []
      : (await sql<EntityKey & { product_code: string | null }>`${sql.join(parts, sql` union all `)}`.execute(tx)).rows
  const products = new Map(found.map((row) => [keyOf(row), row.product_code]))
  return (entity) => {
    if (!(entity.category in tables) || !uuid.test(entity.entity_id)) return { isGone: null, productCode: null }
    return { isGone: !products.has(keyOf(entity)), productCode: products.get(keyOf(entity)) ?? null }
  }
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
