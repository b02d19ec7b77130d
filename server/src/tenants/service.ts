import type { Transaction } from 'kysely'
import { actions } from '@steward/contract/catalogue/index'
import type { Db } from '../db/pool.ts'
import { findTenant } from '../db/find-tenant.ts'
import { asOwner, operator } from '../db/tenant.ts'
import type { Database, UserStatus } from '../db/types.ts'

/** Creates and disables tenants for the operator; not reachable over HTTP. */

/** The group and the role that every tenant starts with (product decisions, "Permissions"). */
export const administratorGroup = 'admin'
export const administratorRole = 'Tenant Administrator'

export interface NewTenant {
  /** Lower-case letters, digits and hyphens; what people type when they sign in. */
  tenantName: string
  displayName: string
  /** Defaults to now; the demo sets dates in the past. */
  createdAt?: Date
  administrator: { email: string; givenName: string; familyName: string; status?: UserStatus; passwordHash?: string }
}

export interface CreatedTenant {
  tenantId: string
  tenantName: string
  displayName: string
  groupId: string
  roleId: string
  userId: string
}

/** The actions of the reserved role: everything in the admin center. */
export const administratorActions: readonly string[] = actions
  .filter((action) => action.applicationName === 'admin-center')
  .map((action) => action.actionName)

/**
 * Creates a tenant with the reserved group and role and its first administrator, in the owner's transaction. A taken name
 * violates the constraint `tenant_name_unique`.
 */
export async function createTenant(tx: Transaction<Database>, wanted: NewTenant): Promise<CreatedTenant> {
  const { tenant_id: tenantId } = await tx
    .insertInto('tenant')
    .values({ tenant_name: wanted.tenantName, display_name: wanted.displayName, created_at: wanted.createdAt })
    .returning('tenant_id')
    .executeTakeFirstOrThrow()
  const { role_id: roleId } = await tx
    .insertInto('role')
    .values({
      tenant_id: tenantId,
      role_name: administratorRole,
      created_at: wanted.createdAt,
      description: 'Everything in the administration of this tenant',
      is_reserved: true,
      is_administrator: true,
    })
    .returning('role_id')
    .executeTakeFirstOrThrow()
  await tx
    .insertInto('role_action')
    .values(administratorActions.map((actionName) => ({ tenant_id: tenantId, role_id: roleId, action_name: actionName })))
    .execute()
  const { group_id: groupId } = await tx
    .insertInto('user_group')
    .values({ tenant_id: tenantId, group_name: administratorGroup, is_reserved: true, created_at: wanted.createdAt })
    .returning('group_id')
    .executeTakeFirstOrThrow()
  await tx.insertInto('group_role').values({ tenant_id: tenantId, group_id: groupId, role_id: roleId }).execute()
  const { administrator } = wanted
  const { user_id: userId } = await tx
    .insertInto('app_user')
    .values({
      tenant_id: tenantId,
      username: administrator.email,
      email: administrator.email,
      given_name: administrator.givenName,
      created_at: wanted.createdAt,
      family_name: administrator.familyName,
      status: administrator.status ?? 'FORCE_CHANGE_PASSWORD',
      password_hash: administrator.passwordHash ?? null,
      password_changed_at: administrator.passwordHash ? new Date() : null,
    })
    .returning('user_id')
    .executeTakeFirstOrThrow()
  await tx.insertInto('group_member').values({ tenant_id: tenantId, group_id: groupId, user_id: userId }).execute()
  return { tenantId, tenantName: wanted.tenantName, displayName: wanted.displayName, groupId, roleId, userId }
}

export interface TenantSummary {
  tenantId: string
  tenantName: string
  displayName: string
  status: 'Active' | 'Disabled'
  createdTime: string
  userCount: number
  /** Passed to the guidance script; empty if not set. */
  licenceCode: string
}

/** All tenants by name. */
export async function listTenants(db: Db): Promise<TenantSummary[]> {
  const rows = await asOwner(
    db,
    'operator',
    (tx) =>
      tx
        .selectFrom('tenant')
        .select((eb) => [
          'tenant_id',
          'tenant_name',
          'display_name',
          'status',
          'license_code',
          'created_at',
          eb
            .selectFrom('row_count')
            .whereRef('row_count.tenant_id', '=', 'tenant.tenant_id')
            .where('table_name', '=', 'app_user')
            .select((inner) => inner.fn.sum<number>('n').as('n'))
            .as('users'),
        ])
        .orderBy('tenant_name')
        .execute(),
    { readOnly: true },
  )
  return rows.map((row) => ({
    tenantId: row.tenant_id,
    tenantName: row.tenant_name,
    displayName: row.display_name,
    status: row.status,
    createdTime: row.created_at.toISOString(),
    userCount: Number(row.users ?? 0),
    licenceCode: row.license_code,
  }))
}

/** Sets the license code for the guidance script. Returns whether the tenant exists. */
export async function setLicenceCode(db: Db, tenantName: string, licenceCode: string): Promise<boolean> {
  const tenant = await findTenant(db, tenantName)
  if (!tenant) return false
  await asOwner(
    db,
    'operator',
    (tx) => tx.updateTable('tenant').set({ license_code: licenceCode }).where('tenant_id', '=', tenant.tenant_id).execute(),
    { tenantId: tenant.tenant_id, actor: operator },
  )
  return true
}

/** Disables a tenant (which blocks sign-ins and ends every session) or enables it again. Returns whether it exists. */
export async function setTenantStatus(db: Db, tenantName: string, status: 'Active' | 'Disabled'): Promise<boolean> {
  const tenant = await findTenant(db, tenantName)
  if (!tenant) return false
  await asOwner(
    db,
    'operator',
    async (tx) => {
      await tx.updateTable('tenant').set({ status }).where('tenant_id', '=', tenant.tenant_id).execute()
      if (status === 'Active') return
      await tx
        .updateTable('user_session')
        .set({ ended_at: new Date(), end_reason: 'tenant_disabled' })
        .where('tenant_id', '=', tenant.tenant_id)
        .where('ended_at', 'is', null)
        .execute()
    },
    { tenantId: tenant.tenant_id, actor: operator },
  )
  return true
}
