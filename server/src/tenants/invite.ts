import type { Db } from '../db/pool.ts'
import { type TenantTransaction, asOwner, operator } from '../db/tenant.ts'
import { administratorGroup } from './service.ts'
import { findTenant } from '../db/find-tenant.ts'

export interface Invitation {
  tenantName: string
  email: string
  givenName: string
  familyName: string
}

/**
 * Makes a person an administrator: creates the user if needed, adds them to the reserved group and enables them. Also recovers
 * a tenant whose administrators can no longer sign in. Users who never chose a password are emailed the invitation in the same
 * transaction; `isPending` is false for users with a password, who can need a link to reset it instead. In a tenant with an
 * identity provider the user becomes the break-glass administrator, since other users have no password there. Undefined if the
 * tenant doesn't exist.
 */
export async function inviteAdministrator(
  db: Db,
  { tenantName, email, givenName, familyName }: Invitation,
  sendActivations: (tx: TenantTransaction, userIds: readonly string[]) => Promise<void>,
): Promise<{ userId: string; isNew: boolean; isPending: boolean } | undefined> {
  const tenant = await findTenant(db, tenantName)
  if (!tenant) return undefined
  const tenantId = tenant.tenant_id
  return asOwner(
    db,
    'operator',
    async (tx) => {
      const known = await tx
        .selectFrom('app_user')
        .select(['user_id', 'status'])
        .where('tenant_id', '=', tenantId)
        .where('username_key', '=', email.toLowerCase())
        .executeTakeFirst()
      const userId = known?.user_id ?? (await insertUser(tx, tenantId, { email, givenName, familyName }))
      if (known) {
        await tx
          .updateTable('app_user')
          // Users from an identity provider have no password to go back to.
          .set({ is_disabled: false, ...(known.status === 'EXTERNAL_PROVIDER' ? { status: 'FORCE_CHANGE_PASSWORD' as const } : {}) })
          .where('tenant_id', '=', tenantId)
          .where('user_id', '=', userId)
          .execute()
      }
      const group = await tx
        .selectFrom('user_group')
        .select('group_id')
        .where('tenant_id', '=', tenantId)
        .where('group_name_key', '=', administratorGroup)
        .executeTakeFirstOrThrow()
      await tx
        .insertInto('group_member')
        .values({ tenant_id: tenantId, group_id: group.group_id, user_id: userId })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
      await tx.updateTable('federation_provider').set({ admin_username: email }).where('tenant_id', '=', tenantId).execute()
      await tx
        .updateTable('federation_config')
        .set({ admin_username: email })
        .where('tenant_id', '=', tenantId)
        .where('state', '=', 'ACTIVE')
        .execute()
      const isPending = known?.status !== 'CONFIRMED'
      if (isPending) await sendActivations(tx, [userId])
      return { userId, isNew: known === undefined, isPending }
    },
    { tenantId, actor: operator },
  )
}

async function insertUser(tx: TenantTransaction, tenantId: string, person: Omit<Invitation, 'tenantName'>): Promise<string> {
  const { user_id: userId } = await tx
    .insertInto('app_user')
    .values({
      tenant_id: tenantId,
      username: person.email,
      email: person.email,
      given_name: person.givenName,
      family_name: person.familyName,
    })
    .returning('user_id')
    .executeTakeFirstOrThrow()
  return userId
}
