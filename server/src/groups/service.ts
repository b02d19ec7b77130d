import { problem } from '@steward/contract/errors'
import type { Group, GroupOperation } from '@steward/contract/groups/schemas'
import type { createGroup } from '@steward/contract/groups/endpoints'
import type { BodyOf } from '@steward/contract/http'
import type { TenantContext, TenantTransaction } from '../db/tenant.ts'
import { readAsOf } from '../access/as-of.ts'
import { change } from '../access/change.ts'
import type { Db } from '../db/pool.ts'
import { Guard, reachOfRoles } from '../access/guard.ts'
import { streamExport } from '../exports/stream-export.ts'
import type { Caller } from '../http/caller.ts'
import type { AnnounceGroup } from './announcement.ts'
import { addMembers, addRoles, distinctIds, existingRoleIds, lockGroups, userIdsByName } from './membership.ts'
import { applyOperations, mustBeOurs, mustNotBeReserved } from './operations.ts'
import {
  type GroupFilter,
  type GroupInclude,
  deleteGroup,
  exportedGroups,
  findGroup,
  insertGroup,
  readGroupPage,
  toGroup,
} from './queries.ts'

export interface GroupListQuery extends GroupFilter {
  include?: GroupInclude[]
  asOf?: string
  limit: number
  offset: number
}

export interface GroupContext {
  db: Db
  announceGroup: AnnounceGroup
}

/** Reading and changing the groups of a tenant. Every method runs in one transaction of the caller's tenant. */
export function createGroupService(context: GroupContext) {
  const { db, announceGroup } = context

  return {
    async list(ctx: TenantContext, query: GroupListQuery) {
      const { limit, offset, include = [], asOf } = query
      const page = await readAsOf(db, ctx, asOf, (tx) => readGroupPage(tx, query, { limit, offset, include }))
      const items = page.rows.map((row) => toGroup(row, include))
      return { count: items.length, items, limit, offset, totalCount: page.totalCount, totalIsExact: true }
    },

    /** @throws not_found, as_of_future, as_of_too_old */
    get: (ctx: TenantContext, groupId: string, asOf?: string): Promise<Group> => readAsOf(db, ctx, asOf, (tx) => showGroup(tx, groupId)),

    /** The filtered groups as CSV. */
    export: (caller: Caller, filter: GroupFilter) => streamExport(db, caller, 'groups', exportedGroups(db.kysely, caller.tenantId, filter)),

    /**
     * Creates a group with its users and roles; every member has every role of the group.
     * @throws group_name_reserved, group_name_taken, group_limit_reached, user_unknown, role_unknown, administrator_only,
     *   grant_exceeds_own
     */
    create(ctx: TenantContext, { groupName, usernames, roleIds }: BodyOf<typeof createGroup>): Promise<Group> {
      return change(db, ctx, async (tx) => {
        mustNotBeReserved(groupName)
        const roles = await existingRoleIds(tx, distinctIds(roleIds), 'roleIds')
        await new Guard(tx, ctx.actor).mayGive(await reachOfRoles(tx, roles))
        const groupId = await insertGroup(tx, groupName)
        await addRoles(tx, groupId, roles)
        await addMembers(tx, groupId, await userIdsByName(tx, usernames, 'usernames'))
        await announceGroup(tx, { messageType: 'GroupCreated', groupId, groupName, actorName: ctx.actor.name })
        return showGroup(tx, groupId)
      })
    },

    /**
     * Applies operations in order, all or none.
     * @throws not_found, version_conflict, and the errors of `applyOperations`
     */
    patch(ctx: TenantContext, groupId: string, operations: readonly GroupOperation[], ifMatch: number | undefined): Promise<Group> {
      return change(db, ctx, async (tx) => {
        const [group] = await lockGroups(tx, [groupId])
        if (!group) throw problem('not_found')
        if (ifMatch !== undefined && ifMatch !== group.version) throw problem('version_conflict')
        await applyOperations(tx, new Guard(tx, ctx.actor), group, operations)
        const changed = await showGroup(tx, groupId)
        // Operations without an effect don't count as a change.
        if (changed.version !== group.version) {
          const { groupName } = changed
          await announceGroup(tx, { messageType: 'GroupUpdated', groupId, groupName, actorName: ctx.actor.name })
        }
        return changed
      })
    },

    /** @throws not_found, version_conflict, group_reserved, group_managed_elsewhere, group_not_empty */
    remove(ctx: TenantContext, groupId: string, ifMatch: number | undefined): Promise<void> {
      return change(db, ctx, async (tx) => {
        const [group] = await lockGroups(tx, [groupId], 'delete')
        if (!group) throw problem('not_found')
        if (ifMatch !== undefined && ifMatch !== group.version) throw problem('version_conflict')
        if (group.is_reserved) throw problem('group_reserved', { groupName: group.group_name })
        mustBeOurs(group, 'groupName')
        // The member count is in the row locked here, so it can't change in between.
        if (group.user_count > 0) throw problem('group_not_empty', { count: group.user_count }, { field: 'groupName' })
        await deleteGroup(tx, groupId)
        await announceGroup(tx, {
          messageType: 'GroupDeleted',
          groupId,
          groupName: group.group_name,
          actorName: ctx.actor.name,
        })
      })
    },
  }
}

export type GroupService = ReturnType<typeof createGroupService>

/** @throws not_found */
async function showGroup(tx: TenantTransaction, groupId: string): Promise<Group> {
  const row = await findGroup(tx, groupId)
  if (!row) throw problem('not_found')
  return toGroup(row, ['Details', 'Roles', 'Usernames'])
}
