import { tenantIdOf } from '../../db/tenant.ts'
import { type Transaction, sql } from 'kysely'
import { executePrepared } from '../../db/prepared.ts'
import type { Database } from '../../db/types.ts'

/** The table of settings: one row per level, id and key. */

export interface EntryName {
  level: 'Tenant' | 'User'
  levelId: string
  key: string
}

export interface Entry {
  value: string
  version: number
  updated_at: Date
}

type Tx = Transaction<Database>

/** Explicit, because an operator's transaction sees every tenant. */

export async function findEntry(tx: Tx, { level, levelId, key }: EntryName): Promise<Entry | undefined> {
  const { rows } = await sql<Entry>`
    select value, version, updated_at from datastore_entry
     where tenant_id = ${tenantIdOf(tx)}::uuid and level = ${level} and level_id = ${levelId} and entry_key = ${key}`.execute(tx)
  return rows[0]
}

/**
 * Saves a value: over any version, over the version in `ifMatch`, or as the first version if that is 0. Undefined if the entry
 * has another version.
 */
export function saveEntry(
  tx: Tx,
  { level, levelId, key }: EntryName,
  value: string,
  ifMatch: number | undefined,
): Promise<Entry | undefined> {
  const returned = ['value', 'version', 'updated_at'] as const
  if (ifMatch !== undefined && ifMatch > 0) {
    return tx
      .updateTable('datastore_entry')
      .set({ value })
      .where('tenant_id', '=', tenantIdOf(tx))
      .where('level', '=', level)
      .where('level_id', '=', levelId)
      .where('entry_key', '=', key)
      .where('version', '=', ifMatch)
      .returning(returned)
      .executeTakeFirst()
  }
  return tx
    .insertInto('datastore_entry')
    .values({ tenant_id: tenantIdOf(tx), level, level_id: levelId, entry_key: key, value })
    .onConflict((conflict) => {
      const known = conflict.columns(['tenant_id', 'level', 'level_id', 'entry_key'])
      return ifMatch === 0 ? known.doNothing() : known.doUpdateSet({ value })
    })
    .returning(returned)
    .executeTakeFirst()
}

/** The values of all keys at the tenant level. */
export async function readTenantEntries(tx: Tx): Promise<Map<string, string>> {
  const ofTenant = tx
    .selectFrom('datastore_entry')
    .select(['entry_key', 'value'])
    .where('tenant_id', '=', tenantIdOf(tx))
    .where('level', '=', 'Tenant')
    .where('level_id', '=', tenantIdOf(tx))
  const { rows } = await executePrepared(tx, ofTenant)
  return new Map(rows.map((row) => [row.entry_key, row.value]))
}

/** The values of one key for all tenants that have it; for an owner's transaction. */
export async function readKeyOfAllTenants(tx: Tx, key: string): Promise<{ tenant_id: string; value: string }[]> {
  return tx
    .selectFrom('datastore_entry')
    .select(['tenant_id', 'value'])
    .where('level', '=', 'Tenant')
    .where('entry_key', '=', key)
    .whereRef('level_id', '=', sql<string>`tenant_id::text`)
    .execute()
}

/** The value of one key for each tenant, null where it was never saved; for an owner's transaction. */
export async function readKeyOfEachTenant(tx: Tx, key: string): Promise<{ tenant_id: string; value: string | null }[]> {
  return tx
    .selectFrom('tenant as t')
    .leftJoin('datastore_entry as d', (join) =>
      join
        .onRef('d.tenant_id', '=', 't.tenant_id')
        .on('d.level', '=', 'Tenant')
        .on('d.entry_key', '=', key)
        .on('d.level_id', '=', sql<string>`t.tenant_id::text`),
    )
    .select(['t.tenant_id', 'd.value'])
    .execute()
}

/** Deletes entries at the tenant level; returns the keys that existed. */
export async function deleteTenantEntries(tx: Tx, keys: readonly string[]): Promise<string[]> {
  const rows = await tx
    .deleteFrom('datastore_entry')
    .where('tenant_id', '=', tenantIdOf(tx))
    .where('level', '=', 'Tenant')
    .where('entry_key', 'in', [...keys])
    .returning('entry_key')
    .execute()
  return rows.map((row) => row.entry_key)
}

export interface TenantRow {
  tenant_id: string
  tenant_name: string
  display_name: string
  license_code: string
  created_at: Date
  is_federated: boolean
}

export async function findTenant(tx: Tx): Promise<TenantRow> {
  return tx
    .selectFrom('tenant as t')
    .leftJoin('federation_config as f', 'f.tenant_id', 't.tenant_id')
    .select([
      't.tenant_id',
      't.tenant_name',
      't.display_name',
      't.license_code',
      't.created_at',
      sql<boolean>`coalesce(f.state = 'ACTIVE', false)`.as('is_federated'),
    ])
    .where('t.tenant_id', '=', tenantIdOf(tx))
    .executeTakeFirstOrThrow()
}

/** Active users with an administrator role, by name. */
export function readAdministrators(tx: Tx, limit: number) {
  const tenantId = tenantIdOf(tx)
  return tx
    .selectFrom('app_user as u')
    .select(['u.user_id', 'u.given_name', 'u.family_name', 'u.email'])
    .where('u.tenant_id', '=', tenantId)
    .where(sql<boolean>`is_active_user(u.status, u.is_disabled)`)
    .where(
      sql<boolean>`exists (
        select from group_member gm
          join user_group g on g.tenant_id = gm.tenant_id and g.group_id = gm.group_id and g.status = 'Enabled'
          join group_role gr on gr.tenant_id = gm.tenant_id and gr.group_id = gm.group_id
          join role r on r.tenant_id = gr.tenant_id and r.role_id = gr.role_id and r.is_administrator
         where gm.tenant_id = ${tenantId}::uuid and gm.user_id = u.user_id)`,
    )
    .orderBy('u.given_name')
    .orderBy('u.family_name')
    .orderBy('u.user_id')
    .limit(limit)
    .execute()
}

/** Names and address of a user, as shown next to the settings they saved. */
export function findPerson(tx: Tx, userId: string) {
  return tx
    .selectFrom('app_user')
    .select(['email', 'given_name', 'family_name'])
    .where('tenant_id', '=', tenantIdOf(tx))
    .where('user_id', '=', userId)
    .executeTakeFirst()
}
