import type { TenantContext, TenantTransaction } from '../db/tenant.ts'
import { change } from '../access/change.ts'
import { type FoundGroup, lockGroups, lockGroupsOf } from '../groups/membership.ts'
import type { AnnounceGroup } from '../groups/announcement.ts'
import type { UserContext } from './context.ts'
import { type LockedUser, lockUser } from './queries.ts'
import { deleteUsers, mustBeWelcome, setDisabled } from './service.ts'

/**
 * The rules for an identity provider that changes users and groups: it acts for the tenant as a whole (docs/adr/005), and all
 * other rules apply as usual.
 */
export function createProvisioningRules(context: UserContext & { announceGroup: AnnounceGroup }) {
  return {
    /** Runs a change in one transaction of the tenant; a violated constraint is thrown as its problem. */
    change: <T>(ctx: TenantContext, work: (tx: TenantTransaction) => Promise<T>): Promise<T> => change(context.db, ctx, work),

    /** @throws email_domain_refused */
    mustBeWelcome: (tx: TenantTransaction, emails: readonly string[]): Promise<void> => mustBeWelcome(context, tx, emails),

    /** Locks the groups of a user who is to be deleted: groups are locked before users. */
    lockGroupsOf: (tx: TenantTransaction, userId: string): Promise<void> => lockGroupsOf(tx, userId),

    lockUser: (tx: TenantTransaction, userId: string, purpose: 'change' | 'delete'): Promise<LockedUser | undefined> =>
      lockUser(tx, { userId }, purpose),

    /** Disables or enables a user; disabling ends every session. */
    setDisabled: (tx: TenantTransaction, ctx: TenantContext, user: LockedUser, isDisabled: boolean): Promise<void> =>
      setDisabled(context, tx, ctx, [user.user_id], isDisabled),

    /** Ends the sessions of a user and deletes the user. */
    deleteUser: (tx: TenantTransaction, ctx: TenantContext, user: Pick<LockedUser, 'user_id'>): Promise<void> =>
      deleteUsers(context, tx, ctx, [user.user_id]),

    /** Locks a group to change it or its members. */
    async lockGroup(tx: TenantTransaction, groupId: string, purpose: 'change' | 'delete'): Promise<FoundGroup | undefined> {
      const [group] = await lockGroups(tx, [groupId], purpose)
      return group
    },

    announceGroup: context.announceGroup,
  }
}

export type ProvisioningRules = ReturnType<typeof createProvisioningRules>
