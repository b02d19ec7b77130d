import type { Transaction } from 'kysely'
import type { Database, NewRow, RowUpdate } from '../db/types.ts'

/** Statements for the operator: the transaction is the owner's, so each one names the tenant. */
type OwnerTransaction = Transaction<Database>

/** Returns the id. */
export async function insertTenant(tx: OwnerTransaction, tenant: NewRow<'tenant'>): Promise<string> {
  const { tenant_id: tenantId } = await tx.insertInto('tenant').values(tenant).returning('tenant_id').executeTakeFirstOrThrow()
  return tenantId
}

interface AdministratorRole {
  roleName: string
  actionNames: readonly string[]
  createdAt: Date | undefined
}

/** The reserved role with its actions; returns the id. */
export async function insertAdministratorRole(
  tx: OwnerTransaction,
  tenantId: string,
  { roleName, actionNames, createdAt }: AdministratorRole,
): Promise<string> {
  const { role_id: roleId } = await tx
    .insertInto('role')
    .values({
      tenant_id: tenantId,
      role_name: roleName,
      created_at: createdAt,
      description: 'Everything in the administration of this tenant',
      is_reserved: true,
      is_administrator: true,
    })
    .returning('role_id')
    .executeTakeFirstOrThrow()
  await tx
    .insertInto('role_action')
    .values(actionNames.map((actionName) => ({ tenant_id: tenantId, role_id: roleId, action_name: actionName })))
    .execute()
  return roleId
}

interface AdministratorGroup {
  groupName: string
  roleId: string
  createdAt: Date | undefined
}

/** The reserved group with its role; returns the id. */
export async function insertAdministratorGroup(
  tx: OwnerTransaction,
  tenantId: string,
  { groupName, roleId, createdAt }: AdministratorGroup,
): Promise<string> {
  const { group_id: groupId } = await tx
    .insertInto('user_group')
    .values({ tenant_id: tenantId, group_name: groupName, is_reserved: true, created_at: createdAt })
    .returning('group_id')
    .executeTakeFirstOrThrow()
  await tx.insertInto('group_role').values({ tenant_id: tenantId, group_id: groupId, role_id: roleId }).execute()
  return groupId
}

/** A user in the group; returns the id. */
export async function insertAdministrator(tx: OwnerTransaction, groupId: string, user: NewRow<'app_user'>): Promise<string> {
  const { user_id: userId } = await tx.insertInto('app_user').values(user).returning('user_id').executeTakeFirstOrThrow()
  await tx.insertInto('group_member').values({ tenant_id: user.tenant_id, group_id: groupId, user_id: userId }).execute()
  return userId
}

/** The internal providers that the operator allows for the tenant: addresses, ranges and host names. */
export async function readInternalProviders(tx: Transaction<Database>, tenantId: string): Promise<string[]> {
  const row = await tx.selectFrom('tenant').select('internal_providers').where('tenant_id', '=', tenantId).executeTakeFirstOrThrow()
  return row.internal_providers ?? []
}

/** All tenants by name, with the number of their users. */
export const readTenants = (tx: OwnerTransaction) =>
  tx
    .selectFrom('tenant')
    .select((eb) => [
      'tenant_id',
      'tenant_name',
      'display_name',
      'status',
      'internal_providers',
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
    .execute()

export async function changeTenant(tx: OwnerTransaction, tenantId: string, changed: RowUpdate<'tenant'>): Promise<void> {
  await tx.updateTable('tenant').set(changed).where('tenant_id', '=', tenantId).execute()
}

export async function endSessionsOfTenant(tx: OwnerTransaction, tenantId: string): Promise<void> {
  await tx
    .updateTable('user_session')
    .set({ ended_at: new Date(), end_reason: 'tenant_disabled' })
    .where('tenant_id', '=', tenantId)
    .where('ended_at', 'is', null)
    .execute()
}
