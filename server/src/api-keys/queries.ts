import { sql } from 'kysely'
import type { ApiKey } from '@steward/contract/api-keys/schemas'
import type { listApiKeys } from '@steward/contract/api-keys/endpoints'
import type { QueryOf } from '@steward/contract/http'
import { apiKeyExpiringDays } from '@steward/contract/api-keys/constants'
import { hasWords } from '../db/has-words.ts'
import { type Actor, type TenantTransaction, tenantIdOf } from '../db/tenant.ts'
import type { NewRow, RowUpdate } from '../db/types.ts'

export interface ApiKeyRow {
  api_key_id: string
  api_key_name: string
  key_prefix: string
  created_by_name: string
  holder_name: string
  is_holder_gone: boolean
  created_at: Date
  last_used_at: Date | null
  expires_at: Date | null
  previous_prefix: string | null
  previous_expires_at: Date | null
  previous_used_at: Date | null
  version: number
  groups: ApiKey['groups']
}

type Filter = Omit<QueryOf<typeof listApiKeys>, 'limit' | 'offset'>

const groupsOfKey = sql`
  (select coalesce(json_agg(json_build_object('groupId', g.group_id, 'groupName', g.group_name, 'isEnabled', g.status = 'Enabled')
                            order by g.group_name_key), '[]'::json)
     from api_key_group kg join user_group g on g.tenant_id = kg.tenant_id and g.group_id = kg.group_id
    where kg.tenant_id = k.tenant_id and kg.api_key_id = k.api_key_id)`

/** The owner of the key can't sign in any more, so the key doesn't work. */
const isHolderGone = sql`(k.holder_id is not null and not exists (
  select from app_user u where u.tenant_id = k.tenant_id and u.user_id = k.holder_id and not u.is_disabled))`

const columns = sql`k.api_key_id, k.api_key_name, k.key_prefix, k.created_by_name, k.holder_name, ${isHolderGone} as is_holder_gone,
       k.created_at, k.last_used_at, k.expires_at, k.previous_prefix, k.previous_expires_at, k.previous_used_at, k.version, ${groupsOfKey} as groups`

const uses = {
  never: sql`k.last_used_at is null`,
  used: sql`k.last_used_at is not null`,
  expiring: sql`k.expires_at > now() and k.expires_at <= now() + make_interval(days => ${apiKeyExpiringDays})`,
  expired: sql`k.expires_at <= now()`,
  unlimited: sql`k.expires_at is null`,
  rotating: sql`k.previous_expires_at > now()`,
  stopped: isHolderGone,
}

function conditions(tenantId: string, { search, groupId, use }: Filter) {
  const all = [sql`k.tenant_id = ${tenantId}::uuid`]
  if (search) {
    all.push(sql`(${hasWords(search, sql`k.api_key_name`)} or starts_with(k.key_prefix, ${search})
                  or starts_with(${search}, k.key_prefix))`)
  }
  if (groupId && groupId.length > 0) {
    all.push(sql`exists (select from api_key_group kg where kg.tenant_id = k.tenant_id and kg.api_key_id = k.api_key_id
                          and kg.group_id = any(${groupId}::uuid[]))`)
  }
  if (use) all.push(uses[use])
  return sql.join(all, sql` and `)
}

const orders = { apiKeyName: 'api_key_name_key', createdAt: 'created_at', lastUsedAt: 'last_used_at', expiresAt: 'expires_at' } as const

function order(sort: Filter['sort']) {
  const isDescending = sort.startsWith('-')
  // The sorts are those of the contract; a leading minus is the only prefix.
  const field = orders[(isDescending ? sort.slice(1) : sort) as keyof typeof orders]
  return sql`${sql.ref(`k.${field}`)} ${sql.raw(isDescending ? 'desc nulls last' : 'asc nulls last')}, k.api_key_id`
}

/** A page of the tenant's keys and their count; a tenant has hundreds, not millions. */
export async function readKeyPage(tx: TenantTransaction, filter: Filter, page: { limit: number; offset: number }) {
  const { rows } = await sql<ApiKeyRow & { total: number }>`
    select ${columns}, count(*) over ()::int as total from api_key k
     where ${conditions(tenantIdOf(tx), filter)} order by ${order(filter.sort)} limit ${page.limit} offset ${page.offset}`.execute(tx)
  if (rows[0] || page.offset === 0) return { rows, totalCount: rows[0]?.total ?? 0 }
  const counted = await sql<{
    total: number
  }>`select count(*)::int as total from api_key k where ${conditions(tenantIdOf(tx), filter)}`.execute(tx)
  return { rows, totalCount: counted.rows[0]?.total ?? 0 }
}

/** One key as a contract key. */
export async function findKey(tx: TenantTransaction, apiKeyId: string): Promise<ApiKeyRow | undefined> {
  const { rows } = await sql<ApiKeyRow>`
    select ${columns} from api_key k where k.tenant_id = ${tenantIdOf(tx)}::uuid and k.api_key_id = ${apiKeyId}`.execute(tx)
  return rows[0]
}

/** A key by its name, case-insensitive, or its id; names never look like ids. */
const named = (keyName: string) => sql<boolean>`(api_key_name_key = lower(${keyName}) or api_key_id::text = lower(${keyName}))`

export async function findKeyByName(tx: TenantTransaction, keyName: string): Promise<ApiKeyRow | undefined> {
  const { rows } = await sql<ApiKeyRow>`
    select ${columns} from api_key k where k.tenant_id = ${tenantIdOf(tx)}::uuid and ${named(keyName)}`.execute(tx)
  return rows[0]
}

/** Locks a key by its name or id. */
export const lockKey = (tx: TenantTransaction, keyName: string) =>
  tx
    .selectFrom('api_key')
    .select(['api_key_id', 'api_key_name', 'key_prefix', 'key_digest', 'holder_id', 'version'])
    .where(named(keyName))
    .forUpdate()
    .executeTakeFirst()

export async function countKeys(tx: TenantTransaction): Promise<number> {
  const { count } = await tx
    .selectFrom('api_key')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** Returns the id. */
export async function insertKey(tx: TenantTransaction, key: Omit<NewRow<'api_key'>, 'tenant_id'>): Promise<string> {
  const { api_key_id: apiKeyId } = await tx
    .insertInto('api_key')
    .values({ tenant_id: tenantIdOf(tx), ...key })
    .returning('api_key_id')
    .executeTakeFirstOrThrow()
  return apiKeyId
}

export async function changeKey(tx: TenantTransaction, apiKeyId: string, changed: RowUpdate<'api_key'>): Promise<void> {
  await tx.updateTable('api_key').set(changed).where('api_key_id', '=', apiKeyId).execute()
}

export async function deleteKey(tx: TenantTransaction, apiKeyId: string): Promise<void> {
  await tx.deleteFrom('api_key').where('api_key_id', '=', apiKeyId).execute()
}

export async function groupIdsOfKey(tx: TenantTransaction, apiKeyId: string): Promise<string[]> {
  const rows = await tx.selectFrom('api_key_group').select('group_id').where('api_key_id', '=', apiKeyId).execute()
  return rows.map((row) => row.group_id)
}

/** Sets the groups of a key; only writes the differences. */
export async function setKeyGroups(tx: TenantTransaction, apiKeyId: string, groupIds: readonly string[]): Promise<void> {
  await tx
    .deleteFrom('api_key_group')
    .where('api_key_id', '=', apiKeyId)
    .where(sql<boolean>`group_id <> all(${groupIds}::uuid[])`)
    .execute()
  await tx
    .insertInto('api_key_group')
    .columns(['tenant_id', 'api_key_id', 'group_id'])
    .expression(sql`select distinct ${tenantIdOf(tx)}::uuid, ${apiKeyId}::uuid, id from unnest(${groupIds}::uuid[]) id`)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** The owner of keys that an actor creates: a person themselves, for a key its owner. */
export async function holderOf(
  tx: TenantTransaction,
  { type, id, name }: Actor,
): Promise<{ holder_id: string | null; holder_name: string }> {
  if (type === 'user') return { holder_id: id, holder_name: name }
  const held = type === 'key' ? tx.selectFrom('api_key').select(['holder_id', 'holder_name']).where('api_key_id', '=', id) : undefined
  return (await held?.executeTakeFirst()) ?? { holder_id: null, holder_name: '' }
}

/** The secret before the last regeneration, while it still works. */
function previousOf(row: ApiKeyRow, now: Date): ApiKey['previous'] {
  if (row.previous_prefix === null || row.previous_expires_at === null || row.previous_expires_at <= now) return null
  return {
    prefix: row.previous_prefix,
    validUntil: row.previous_expires_at.toISOString(),
    lastUsedAt: row.previous_used_at?.toISOString() ?? null,
  }
}

/** A row as a contract key. */
export const toApiKey = (row: ApiKeyRow, now: Date): ApiKey => ({
  apiKeyId: row.api_key_id,
  apiKeyName: row.api_key_name,
  prefix: row.key_prefix,
  groups: row.groups,
  createdBy: row.created_by_name,
  heldBy: row.holder_name,
  isHolderGone: row.is_holder_gone,
  createdAt: row.created_at.toISOString(),
  lastUsedAt: row.last_used_at?.toISOString() ?? null,
  expiresAt: row.expires_at?.toISOString() ?? null,
  previous: previousOf(row, now),
  version: row.version,
})
