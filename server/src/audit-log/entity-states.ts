import type { AuditCategory } from '@steward/contract/catalog/activity'
import { sql } from 'kysely'
import { type TenantTransaction, tenantIdOf } from '../db/tenant.ts'

/** Tables of the categories whose entities can be looked up by their key. */
const tables = {
  User: { table: 'app_user', key: 'user_id' },
  Group: { table: 'user_group', key: 'group_id' },
  Role: { table: 'role', key: 'role_id' },
  'API key': { table: 'api_key', key: 'api_key_id' },
  'Log stream': { table: 'log_stream', key: 'log_stream_id' },
  'Resource group': { table: 'resource_group', key: 'resource_group_id' },
  'SCIM token': { table: 'scim_token', key: 'scim_token_id' },
  Licence: { table: 'application_license', key: 'license_id' },
  'Data entitlement': { table: 'data_entitlement', key: 'entitlement_id' },
  'Model entitlement': { table: 'model_entitlement', key: 'entitlement_id' },
  Tag: { table: 'tag', key: 'tag_id' },
  'Currency scheme': { table: 'currency_scheme', key: 'currency_scheme_id' },
} as const satisfies Partial<Record<AuditCategory, { table: string; key: string }>>

export interface EntityKey {
  category: string
  entity_id: string
}
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
