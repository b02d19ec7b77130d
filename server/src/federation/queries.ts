import { type Selectable, sql } from 'kysely'
import type { Db } from '../db/pool.ts'
import { type TenantTransaction, asOwner, noteChange, tenantIdOf, withoutAnnouncing } from '../db/tenant.ts'
import type {
  FederationCertificateTable,
  FederationConfigTable,
  FederationKeyTable,
  FederationProviderTable,
  FederationSlot,
} from '../db/types.ts'
import type { ProviderDescription, SigningCertificate } from './protocol.ts'

export type ConfigRow = Selectable<FederationConfigTable>
export type ProviderRow = Selectable<FederationProviderTable>
export type CertificateRow = Selectable<FederationCertificateTable>
export type KeyRow = Selectable<FederationKeyTable>

export interface TenantName {
  tenant_id: string
  tenant_name: string
  display_name: string
}

/** An active tenant by name, before sign-in. */
export async function findTenantByName(db: Db, tenantName: string): Promise<TenantName | undefined> {
  return asOwner(
    db,
    'sign-in',
    (tx) =>
      tx
        .selectFrom('tenant')
        .select(['tenant_id', 'tenant_name', 'display_name'])
        .where('tenant_name', '=', tenantName.trim().toLowerCase())
        .where('status', '=', 'Active')
        .executeTakeFirst(),
    { readOnly: true },
  )
}

export async function findTenant(tx: TenantTransaction): Promise<TenantName> {
  return tx
    .selectFrom('tenant')
    .select(['tenant_id', 'tenant_name', 'display_name'])
    .where('tenant_id', '=', tenantIdOf(tx))
    .executeTakeFirstOrThrow()
}

/**
 * The configuration row, locked, so that administrators change it one after another. It is created if missing, with version 0 as
 * shown before.
 */
export async function lockConfig(tx: TenantTransaction): Promise<Pick<ConfigRow, 'state' | 'version'>> {
  const made = await withoutAnnouncing(tx)
    .insertInto('federation_config')
    .values({ tenant_id: tenantIdOf(tx) })
    .onConflict((conflict) => conflict.doNothing())
    .returning('state')
    .executeTakeFirst()
  if (made) return { state: 'INACTIVE', version: 0 }
  return tx
    .selectFrom('federation_config')
    .select(['state', 'version'])
    .where('tenant_id', '=', tenantIdOf(tx))
    .forUpdate()
    .executeTakeFirstOrThrow()
}

/** A tenant that has never changed it has version 0. */
export async function findConfig(tx: TenantTransaction): Promise<Pick<ConfigRow, 'state' | 'version'>> {
  const row = await tx
    .selectFrom('federation_config')
    .select(['state', 'version'])
    .where('tenant_id', '=', tenantIdOf(tx))
    .executeTakeFirst()
  return row ?? { state: 'INACTIVE', version: 0 }
}

/** Updates the columns that sign-in reads from the current slots, and increments the version. */
export async function settleConfig(tx: TenantTransaction): Promise<void> {
  const tenantId = tenantIdOf(tx)
  await sql`
    update federation_config c
       set state = case when active.slot is not null then 'ACTIVE' when draft.slot is not null then 'TESTING' else 'INACTIVE' end,
           provider_name = active.provider_name, admin_username = active.admin_username, updated_at = clock_timestamp()
      from (select 1) one
           left join federation_provider active on active.tenant_id = ${tenantId}::uuid and active.slot = 'active'
           left join federation_provider draft on draft.tenant_id = ${tenantId}::uuid and draft.slot = 'draft'
     where c.tenant_id = ${tenantId}::uuid`.execute(tx)
  noteChange(tx, 'federation_config')
}

export async function findProviders(tx: TenantTransaction): Promise<{ active: ProviderRow | undefined; draft: ProviderRow | undefined }> {
  const rows = await tx.selectFrom('federation_provider').selectAll().where('tenant_id', '=', tenantIdOf(tx)).execute()
  return { active: rows.find(({ slot }) => slot === 'active'), draft: rows.find(({ slot }) => slot === 'draft') }
}

export async function findCertificates(tx: TenantTransaction, slot: FederationSlot): Promise<CertificateRow[]> {
  return tx
    .selectFrom('federation_certificate')
    .selectAll()
    .where('tenant_id', '=', tenantIdOf(tx))
    .where('slot', '=', slot)
    .orderBy('is_in_metadata', 'desc')
    .orderBy('not_after', 'desc')
    .orderBy('fingerprint')
    .execute()
}

/** Stores the certificates in the metadata; earlier ones are deleted, or kept and marked. */
export async function storeCertificates(
  tx: TenantTransaction,
  slot: FederationSlot,
  certificates: readonly SigningCertificate[],
  former: 'keep' | 'drop',
): Promise<void> {
  const named = certificates.map(({ fingerprint }) => fingerprint)
  const others = sql<boolean>`fingerprint <> all(${named}::text[])`
  if (former === 'drop') {
    await tx.deleteFrom('federation_certificate').where('slot', '=', slot).where(others).execute()
  } else {
    await tx
      .updateTable('federation_certificate')
      .set({ is_in_metadata: false })
      .where('slot', '=', slot)
      .where('is_in_metadata', '=', true)
      .where(others)
      .execute()
  }
  if (certificates.length === 0) return
  await tx
    .insertInto('federation_certificate')
    .values(
      certificates.map(({ der, fingerprint, subject, notBefore, notAfter }) => ({
        tenant_id: tenantIdOf(tx),
        slot,
        fingerprint,
        der,
        subject,
        not_before: notBefore,
        not_after: notAfter,
        is_in_metadata: true,
      })),
    )
    .onConflict((conflict) => conflict.columns(['tenant_id', 'slot', 'fingerprint']).doUpdateSet({ is_in_metadata: true }))
    .execute()
}

/** Updates the active provider with its refreshed metadata, and leaves the administrator's settings alone. */
export async function storeDescription(tx: TenantTransaction, provider: ProviderDescription, now: Date): Promise<void> {
  const row = await tx
    .updateTable('federation_provider')
    .set({ endpoints: JSON.stringify(provider.endpoints), details: JSON.stringify(provider.details), metadata_read_at: now })
    .where('slot', '=', 'active')
    .where('issuer', '=', provider.issuer)
    .returning('slot')
    .executeTakeFirst()
  if (row) await storeCertificates(tx, 'active', provider.certificates, 'keep')
}

/** The active key first, then the next one, then earlier ones. */
export async function findKeys(tx: TenantTransaction): Promise<KeyRow[]> {
  return tx
    .selectFrom('federation_key')
    .selectAll()
    .where('tenant_id', '=', tenantIdOf(tx))
    .orderBy('status')
    .orderBy('created_at', 'desc')
    .execute()
}

export interface UserRow {
  user_id: string
  username: string
  has_password: boolean
  is_active: boolean
  is_administrator: boolean
}

/** A user by name, with the columns that decide whether they can be the break-glass administrator. */
export async function findUserByName(tx: TenantTransaction, username: string): Promise<UserRow | undefined> {
  const { rows } = await sql<UserRow>`
    select user_id, username, password_hash is not null and status = 'CONFIRMED' as has_password, is_active_user(status, is_disabled) as is_active,
           exists (select from group_member gm
                     join user_group g on g.tenant_id = gm.tenant_id and g.group_id = gm.group_id and g.status = 'Enabled'
                     join group_role gr on gr.tenant_id = g.tenant_id and gr.group_id = g.group_id
                     join role r on r.tenant_id = gr.tenant_id and r.role_id = gr.role_id and r.is_administrator
                    where gm.tenant_id = app_user.tenant_id and gm.user_id = app_user.user_id) as is_administrator
      from app_user where tenant_id = ${tenantIdOf(tx)}::uuid and username_key = lower(${username})`.execute(tx)
  return rows[0]
}

/** Whether a user can be the one who keeps a password: an active administrator who has one. */
export const canBreakGlass = (user: UserRow): boolean => user.has_password && user.is_active && user.is_administrator

/** The groups that a mapping can name, by id. */
export async function findGroups(tx: TenantTransaction, groupIds: readonly string[]) {
  if (groupIds.length === 0) return []
  return tx
    .selectFrom('user_group')
    .select(['group_id', 'group_name', 'managed_by_provider', 'is_reserved'])
    .where('group_id', 'in', [...new Set(groupIds)])
    .execute()
}

/** The reserved group, which `adminGroupName` maps to. */
export async function findReservedGroupId(tx: TenantTransaction): Promise<string | undefined> {
  return (await tx.selectFrom('user_group').select('group_id').where('is_reserved', '=', true).executeTakeFirst())?.group_id
}

export interface ImpactRow {
  external_users: number
  password_users: number
  password_sessions: number
  federated_sessions: number
}

export async function countImpact(tx: TenantTransaction, breakGlass: string): Promise<ImpactRow> {
  const tenantId = tenantIdOf(tx)
  const { rows } = await sql<ImpactRow>`
    select (select count(*)::int from app_user where tenant_id = ${tenantId}::uuid and status = 'EXTERNAL_PROVIDER' and not is_disabled and user_type = 'endUser') as external_users,
           (select count(*)::int from app_user where tenant_id = ${tenantId}::uuid and status = 'CONFIRMED' and not is_disabled and user_type = 'endUser'
               and username_key <> lower(${breakGlass})) as password_users,
           (select count(*)::int from user_session s join app_user u using (tenant_id, user_id)
             where s.tenant_id = ${tenantId}::uuid and s.ended_at is null and s.expires_at > now() and s.method = 'password' and u.username_key <> lower(${breakGlass}))
             as password_sessions,
           (select count(*)::int from user_session where tenant_id = ${tenantId}::uuid and ended_at is null and expires_at > now() and method <> 'password')
             as federated_sessions`.execute(tx)
  return rows[0] ?? { external_users: 0, password_users: 0, password_sessions: 0, federated_sessions: 0 }
}

/** Active administrators with a password, by name; at most 100. */
export async function findBreakGlassCandidates(
  tx: TenantTransaction,
): Promise<{ username: string; givenName: string; familyName: string }[]> {
  const { rows } = await sql<{ username: string; givenName: string; familyName: string }>`
    select distinct u.username, u.given_name as "givenName", u.family_name as "familyName"
      from role r
           join group_role gr on gr.tenant_id = r.tenant_id and gr.role_id = r.role_id
           join user_group g on g.tenant_id = gr.tenant_id and g.group_id = gr.group_id and g.status = 'Enabled'
           join group_member gm on gm.tenant_id = g.tenant_id and gm.group_id = g.group_id
           join app_user u on u.tenant_id = gm.tenant_id and u.user_id = gm.user_id
     where r.tenant_id = ${tenantIdOf(tx)}::uuid and r.is_administrator and u.status = 'CONFIRMED' and u.password_hash is not null and not u.is_disabled
     order by 1 limit 100`.execute(tx)
  return rows
}

/** Returns users of the provider to passwords, at most `limit` per call: they wait for the mailed link. */
export async function returnToPasswords(tx: TenantTransaction, limit: number): Promise<{ user_id: string; is_disabled: boolean }[]> {
  return tx
    .updateTable('app_user')
    .set({ status: 'FORCE_CHANGE_PASSWORD', password_hash: null })
    .where('user_id', 'in', (query) =>
      query.selectFrom('app_user').select('user_id').where('status', '=', 'EXTERNAL_PROVIDER').orderBy('user_id').limit(limit),
    )
    .returning(['user_id', 'is_disabled'])
    .execute()
}

/** Makes groups managed by the provider editable in the console, because nothing else could change them any more. */
export async function releaseGroups(tx: TenantTransaction): Promise<void> {
  await tx.updateTable('user_group').set({ managed_by_provider: false }).where('managed_by_provider', '=', true).execute()
}

export async function deleteProvider(tx: TenantTransaction, slot: FederationSlot): Promise<void> {
  await tx.deleteFrom('federation_provider').where('slot', '=', slot).execute()
}

export async function activateDraft(tx: TenantTransaction): Promise<void> {
  await tx.updateTable('federation_provider').set({ slot: 'active' }).where('slot', '=', 'draft').execute()
}

/** Forgets who is who at an issuer: people are found by username or email at their next sign-in. */
export async function unlinkSubjects(tx: TenantTransaction, issuer: string): Promise<void> {
  await tx.deleteFrom('federation_subject').where('tenant_id', '=', tenantIdOf(tx)).where('issuer', '=', issuer).execute()
}

/** Of the active provider. */
export async function deleteCertificate(tx: TenantTransaction, fingerprint: string): Promise<void> {
  await tx.deleteFrom('federation_certificate').where('slot', '=', 'active').where('fingerprint', '=', fingerprint).execute()
}
