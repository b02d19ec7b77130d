import { type RawBuilder, sql } from 'kysely'
import { shownValues } from '@steward/contract/history/records'
import { levelsOfCategories } from '../audit-log/filter.ts'
import { readPositions } from '../db/log-runs.ts'
import { textOf, timeText } from '../db/log-table.ts'
import { type TenantTransaction, tenantIdOf } from '../db/tenant.ts'
import type { Row } from '../db/types.ts'
import { levelsOfUser } from '../system-events/filter.ts'
import type { Scope } from './scope.ts'
import { type StoredPackage, packagesByProduct } from '../resource-groups/packages.ts'

/** An entry of the audit log, with how many of its kind its transaction has. */
export type HistoryRow = Omit<Row<'audit_entry'>, 'tenant_id' | 'occurred_at' | 'type'> & {
  /** ISO 8601 in UTC with microseconds. */
  at: string
  type: 'Create' | 'Update' | 'Delete'
  /** Entries of the same field of the same entity. */
  count: number
  /** Whether the transaction has more entries than were counted. */
  is_partial: boolean
}

interface Range {
  since: Date
  /** ISO 8601, exclusive. */
  before: string | undefined
}

/** Entries of one transaction that are counted. */
const counted = { all: 1_000, record: 5_000 }
/** Entries of some kinds that are read to find their transactions. */
const entriesOfKinds = 500

/** The newest transactions that changed something in the scope, by their time. `hasMore`: there are older ones. */
export async function readMoments(
  tx: TenantTransaction,
  scope: Scope,
  { since, before }: Range,
  limit: number,
): Promise<{ moments: string[]; hasMore: boolean }> {
  const found = scope.kind === 'categories' ? await momentsOfKinds(tx, scope.categories, { since, before }) : undefined
  if (found) {
    const moments = [...new Set(found)]
    return { moments: moments.slice(0, limit), hasMore: moments.length > limit || found.length === entriesOfKinds }
  }
  const moments = await momentsInIndex(tx, scope, { since, before }, limit + 1)
  return { moments: moments.slice(0, limit), hasMore: moments.length > limit }
}

async function momentsOfKinds(tx: TenantTransaction, categories: readonly string[], { since, before }: Range): Promise<string[]> {
  const positions = await readPositions(
    tx,
    { from: sql`audit_entry`, id: 'audit_entry_id', columns: sql`audit_entry_id` },
    { range: { from: since.toISOString(), until: before }, levels: levelsOfCategories([...categories]) },
    { direction: 'older', limit: entriesOfKinds, from: undefined },
  )
  return positions.map(({ at }) => at)
}

/** From each transaction the next one is found in the index, so that one that changed a million rows costs no more than a small one. */
async function momentsInIndex(tx: TenantTransaction, scope: Scope, { since, before }: Range, limit: number): Promise<string[]> {
  const newest = (older: RawBuilder<unknown>) => {
    const branches = keysOf(scope).map(
      ({ from, condition }) => sql`
        select (select e.occurred_at from audit_entry e
                 where e.tenant_id = ${tenantIdOf(tx)}::uuid and e.occurred_at >= ${since} and ${older} and ${condition}
                 order by e.occurred_at desc limit 1) as at from ${from}`,
    )
    return sql`(select max(at) from (${sql.join(branches, sql` union all `)}) branch)`
  }
  const first = before === undefined ? sql`true` : sql`e.occurred_at < ${before}::timestamptz`
  const { rows } = await sql<{ at: string }>`
    with recursive moment (at, position) as (
      select ${newest(first)}, 1
      union all
      select ${newest(sql`e.occurred_at < moment.at`)}, moment.position + 1
        from moment where moment.at is not null and moment.position < ${limit}::int)
    select ${textOf(sql`at`)} as at from moment where at is not null order by position`.execute(tx)
  return rows.map(({ at }) => at)
}

/** What the entries of a scope are looked up by: each condition is that of an index. */
export function keysOf(scope: Scope): { from: RawBuilder<unknown>; condition: RawBuilder<unknown> }[] {
  if (scope.kind === 'all') return [{ from: sql`(values (1)) whole`, condition: sql`true` }]
  const isKind = sql`e.category = any(${[...scope.categories]}::text[])`
  if (scope.kind === 'categories') return [{ from: sql`(values (1)) whole`, condition: isKind }]
  const by = (column: string, ids: readonly string[]) => ({
    from: sql`unnest(${[...ids]}::text[]) key (id)`,
    condition: sql`${sql.ref(`e.${column}`)} = key.id and ${isKind}`,
  })
  return [by('entity_id', scope.entities), ...(scope.subjects.length > 0 ? [by('subject_id', scope.subjects)] : [])]
}

/** The entries of transactions in a scope: of each field of an entity the first ones. */
export async function readEntries(tx: TenantTransaction, scope: Scope, moments: readonly string[]): Promise<HistoryRow[]> {
  if (moments.length === 0) return []
  const most = scope.kind === 'all' ? counted.all : counted.record
  const branches = keysOf(scope).map(
    ({ from, condition }) => sql`
      (select e.* from ${from} cross join lateral (
         select e.* from audit_entry e where e.tenant_id = ${tenantIdOf(tx)}::uuid and e.occurred_at = moment.at and ${condition}
          order by e.audit_entry_id limit ${most + 1}) e)`,
  )
  const kind = sql`partition by category, entity_id, field_name, subject_id is null, current_value is null`
  const { rows } = await sql<HistoryRow>`
    select ${timeText} as at, audit_entry_id, type, category, entity_id, entity_name, subject_id, field_name, previous_value,
           current_value, actor_type, actor_id, actor_name, request_id, count, seen > ${most} as is_partial
      from unnest(${[...moments]}::timestamptz[]) moment (at) cross join lateral (
             select e.*, row_number() over (${kind} order by audit_entry_id) as place, (count(*) over (${kind}))::int as count,
                    count(*) over () as seen
               from (${sql.join(branches, sql` union `)}) e) entry
     where place <= ${shownValues}
     order by occurred_at desc, audit_entry_id`.execute(tx)
  return rows
}

export interface EventRow {
  at: string
  system_log_id: string
  kind: string
  outcome: 'success' | 'failure'
  username: string
  address: string | null
  user_agent: string | null
  request_id: string | null
}

/** The newest events of a user. */
export async function readEvents(tx: TenantTransaction, userId: string, { since, before }: Range, limit: number): Promise<EventRow[]> {
  const positions = await readPositions(
    tx,
    { from: sql`system_log`, id: 'system_log_id', columns: sql`system_log_id` },
    { range: { from: since.toISOString(), until: before }, levels: levelsOfUser(userId) },
    { direction: 'older', limit, from: undefined },
  )
  const { rows } = await sql<EventRow>`
    select ${timeText} as at, system_log_id, kind, outcome, username, host(address) as address, user_agent, request_id
      from system_log
     where tenant_id = ${tenantIdOf(tx)}::uuid
       and (occurred_at, system_log_id) in (
             select * from unnest(${positions.map(({ at }) => at)}::timestamptz[], ${positions.map(({ id }) => id)}::uuid[]))
     order by occurred_at desc, system_log_id desc`.execute(tx)
  return rows
}

export interface Names {
  people: ReadonlyMap<string, { givenName: string; familyName: string }>
  schemes: ReadonlyMap<string, string>
  groups: ReadonlyMap<string, string>
  /** Of resource groups, by product. */
  packages: ReadonlyMap<string, readonly StoredPackage[]>
}

interface NamedIds {
  people: string[]
  schemes: string[]
  groups: string[]
  hasPackages: boolean
}

/** The names that people, currency schemes and groups have now. */
export async function readNames(tx: TenantTransaction, ids: NamedIds): Promise<Names> {
  const tenantId = tenantIdOf(tx)
  const people = await tx
    .selectFrom('app_user')
    .select(['user_id', 'given_name', 'family_name'])
    .where('tenant_id', '=', tenantId)
    .where('user_id', 'in', ids.people.length > 0 ? ids.people : [tenantId])
    .execute()
  const schemes =
    ids.schemes.length === 0
      ? []
      : await tx
          .selectFrom('currency_scheme')
          .select(['currency_scheme_id', 'currency_scheme_name'])
          .where('tenant_id', '=', tenantId)
          .where('currency_scheme_id', 'in', ids.schemes)
          .execute()
  const groups =
    ids.groups.length === 0
      ? []
      : await tx
          .selectFrom('user_group')
          .select(['group_id', 'group_name'])
          .where('tenant_id', '=', tenantId)
          .where('group_id', 'in', ids.groups)
          .execute()
  return {
    people: new Map(people.map((row) => [row.user_id, { givenName: row.given_name, familyName: row.family_name }])),
    schemes: new Map(schemes.map((row) => [row.currency_scheme_id, row.currency_scheme_name])),
    groups: new Map(groups.map((row) => [row.group_id, row.group_name])),
    packages: ids.hasPackages ? await packagesByProduct(tx) : new Map(),
  }
}
