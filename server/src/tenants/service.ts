import type { Transaction } from 'kysely'
import { actions } from '@steward/contract/catalog/index'
import type { Db } from '../db/pool.ts'
import { findTenant } from '../db/find-tenant.ts'
import { asOwner, operator, systemContext, withTenant } from '../db/tenant.ts'
import { derivePackages } from '../resource-groups/packages.ts'
import type { Database, UserStatus } from '../db/types.ts'
import {
  changeTenant,
  endSessionsOfTenant,
  insertAdministrator,
  insertAdministratorGroup,
  insertAdministratorRole,
  insertTenant,
  readInternalProviders,
  readTenants,
} from './queries.ts'

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
  const { administrator, createdAt } = wanted
  const tenantId = await insertTenant(tx, { tenant_name: wanted.tenantName, display_name: wanted.displayName, created_at: createdAt })
  const roleId = await insertAdministratorRole(tx, tenantId, { roleName: administratorRole, actionNames: administratorActions, createdAt })
  const groupId = await insertAdministratorGroup(tx, tenantId, { groupName: administratorGroup, roleId, createdAt })
  const userId = await insertAdministrator(tx, groupId, {
    tenant_id: tenantId,
    username: administrator.email,
    email: administrator.email,
    given_name: administrator.givenName,
    created_at: createdAt,
    family_name: administrator.familyName,
    status: administrator.status ?? 'FORCE_CHANGE_PASSWORD',
    password_hash: administrator.passwordHash ?? null,
    password_changed_at: administrator.passwordHash ? new Date() : null,
  })
  await derivePackages(tx, tenantId)
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
  licenseCode: string
  /** Internal identity providers that are allowed for this tenant. */
  internalProviders: string[]
}

/** All tenants by name. */
export async function listTenants(db: Db): Promise<TenantSummary[]> {
  const rows = await asOwner(db, 'operator', readTenants, { readOnly: true })
  return rows.map((row) => ({
    tenantId: row.tenant_id,
    tenantName: row.tenant_name,
    displayName: row.display_name,
    status: row.status,
    createdTime: row.created_at.toISOString(),
    userCount: Number(row.users ?? 0),
    licenseCode: row.license_code,
    internalProviders: row.internal_providers ?? [],
  }))
}

/** Sets the license code for the guidance script. Returns whether the tenant exists. */
export async function setLicenseCode(db: Db, tenantName: string, licenseCode: string): Promise<boolean> {
  const tenant = await findTenant(db, tenantName)
  if (!tenant) return false
  await asOwner(db, 'operator', (tx) => changeTenant(tx, tenant.tenant_id, { license_code: licenseCode }), {
    tenantId: tenant.tenant_id,
    actor: operator,
  })
  return true
}

/** The internal identity providers that the operator allows for the tenant besides those of the installation. */
export const internalProvidersOf = (db: Db, tenantId: string): Promise<string[]> =>
  withTenant(db, systemContext(tenantId), (tx) => readInternalProviders(tx, tenantId), { readOnly: true })

/** Sets the internal identity providers that the tenant can use besides those of the installation: addresses, ranges and host names. */
export async function setInternalProviders(db: Db, tenantId: string, internalProviders: readonly string[]): Promise<void> {
  const internal_providers = internalProviders.length === 0 ? null : [...internalProviders]
  await asOwner(db, 'operator', (tx) => changeTenant(tx, tenantId, { internal_providers }), { tenantId, actor: operator })
}

/** Disables a tenant (which blocks sign-ins and ends every session) or enables it again. Returns whether it exists. */
export async function setTenantStatus(db: Db, tenantName: string, status: 'Active' | 'Disabled'): Promise<boolean> {
  const tenant = await findTenant(db, tenantName)
  if (!tenant) return false
  await asOwner(
    db,
    'operator',
    async (tx) => {
      await changeTenant(tx, tenant.tenant_id, { status })
      if (status === 'Disabled') await endSessionsOfTenant(tx, tenant.tenant_id)
    },
    { tenantId: tenant.tenant_id, actor: operator },
  )
  return true
}
