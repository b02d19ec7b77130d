import { problem } from '@steward/contract/errors'
import type { BodyOf, QueryOf } from '@steward/contract/http'
import type { Role, RoleOperation } from '@steward/contract/roles/schemas'
import type { createRole, listActions } from '@steward/contract/roles/endpoints'
import { type TenantContext, type TenantTransaction, withTenant } from '../db/tenant.ts'
import { readAsOf } from '../access/as-of.ts'
import { change } from '../access/change.ts'
import type { Db } from '../db/pool.ts'
import { Guard } from '../access/guard.ts'
import { lockGroups } from '../groups/membership.ts'
import { streamExport } from '../exports/stream-export.ts'
import type { FlagService } from '../flags/service.ts'
import type { Caller } from '../http/caller.ts'
import { type ReadFlags, availableActions, flagsFor, mustBeAvailable } from './actions.ts'
import {
  type LockedRole,
  type RoleFilter,
  type RoleInclude,
  addActions,
  changeRole,
  deleteRole,
  exportedRoles,
  findRole,
  groupIdsWithRole,
  insertRole,
  lockRole,
  readRolePage,
  removeActions,
  toRole,
} from './queries.ts'

export interface RoleListQuery extends RoleFilter {
  include?: RoleInclude[]
  asOf?: string
  limit: number
  offset: number
}

/** Reading and changing the roles of a tenant. Every method runs in one transaction of the caller's tenant. */
export function createRoleService({ db, flags }: { db: Db; flags: FlagService }) {
  return {
    async list(ctx: TenantContext, query: RoleListQuery) {
      const { limit, offset, include = [], asOf } = query
      const page = await readAsOf(db, ctx, asOf, (tx) => readRolePage(tx, query, { limit, offset, include }))
      const items = page.rows.map((row) => toRole(row, include))
      return { count: items.length, items, limit, offset, totalCount: page.totalCount, totalIsExact: true }
    },

    /** @throws not_found, as_of_future, as_of_too_old */
    get: (ctx: TenantContext, roleId: string, asOf?: string): Promise<Role> => readAsOf(db, ctx, asOf, (tx) => showRole(tx, roleId)),

    /** The filtered roles as CSV. */
    export: (caller: Caller, filter: RoleFilter) => streamExport(db, caller, 'roles', exportedRoles(db.kysely, caller.tenantId, filter)),

    /** The actions that the caller can put into a custom role. */
    async listActions(ctx: TenantContext, query: QueryOf<typeof listActions>) {
      return availableActions(query, await withTenant(db, ctx, await flagsFor(flags, ctx), { readOnly: true }))
    },

    /** @throws role_name_taken, action_unknown, action_unavailable, grant_exceeds_own */
    async create(ctx: TenantContext, { roleName, description, actions, tenantId }: BodyOf<typeof createRole>): Promise<Role> {
      if (tenantId !== undefined && tenantId.toLowerCase() !== ctx.tenantId) {
        throw problem('invalid_request', {}, { fields: [{ field: 'tenantId', code: 'invalid_value' }] })
      }
      const readFlags = await flagsFor(flags, ctx)
      return change(db, ctx, async (tx) => {
        mustBeAvailable(actions, await readFlags(tx), (name) => `actions.${actions.indexOf(name)}`)
        await mayGiveActions(new Guard(tx, ctx.actor), actions)
        const roleId = await insertRole(tx, { role_name: roleName, description })
        await addActions(tx, roleId, actions)
        return showRole(tx, roleId)
      })
    },

    /**
     * Applies operations in order, all or none.
     * @throws not_found, version_conflict, role_reserved, role_name_taken, action_unknown, action_unavailable, grant_exceeds_own
     */
    async patch(ctx: TenantContext, roleId: string, operations: readonly RoleOperation[], ifMatch: number | undefined): Promise<Role> {
      const readFlags = await flagsFor(flags, ctx)
      return change(db, ctx, async (tx) => {
        const role = await lockForChange(tx, roleId, ifMatch, 'change')
        const guard = new Guard(tx, ctx.actor)
        for (const [index, operation] of operations.entries()) await apply(tx, { guard, readFlags }, role, operation, index)
        return showRole(tx, roleId)
      })
    },

    /** Deletes a role; its groups lose it. @throws not_found, version_conflict, role_reserved */
    remove(ctx: TenantContext, roleId: string, ifMatch: number | undefined): Promise<void> {
      return change(db, ctx, async (tx) => {
        await lockGroups(tx, await groupIdsWithRole(tx, roleId))
        await lockForChange(tx, roleId, ifMatch, 'delete')
        await deleteRole(tx, roleId)
      })
    },
  }
}

export type RoleService = ReturnType<typeof createRoleService>

/** @throws not_found */
async function showRole(tx: TenantTransaction, roleId: string): Promise<Role> {
  const row = await findRole(tx, roleId)
  if (!row) throw problem('not_found')
  return toRole(row, ['Details', 'Groups'])
}

/** @throws not_found, version_conflict, role_reserved */
async function lockForChange(
  tx: TenantTransaction,
  roleId: string,
  ifMatch: number | undefined,
  purpose: 'change' | 'delete',
): Promise<LockedRole> {
  const role = await lockRole(tx, roleId, purpose)
  if (!role) throw problem('not_found')
  if (ifMatch !== undefined && ifMatch !== role.version) throw problem('version_conflict')
  if (role.is_reserved) throw problem('role_reserved', { roleName: role.role_name })
  return role
}

/** @throws grant_exceeds_own */
async function mayGiveActions(guard: Guard, actionNames: readonly string[]): Promise<void> {
  const lacking = await guard.lacking(actionNames)
  if (lacking.length > 0) throw problem('grant_exceeds_own', { actions: lacking.join(', ') }, { field: 'actions' })
}

async function apply(
  tx: TenantTransaction,
  { guard, readFlags }: { guard: Guard; readFlags: ReadFlags },
  { role_id: roleId }: LockedRole,
  operation: RoleOperation,
  index: number,
): Promise<void> {
  const { value } = operation
  switch (operation.targetProperty) {
    case 'Name':
      return changeRole(tx, roleId, { role_name: operation.value })
    case 'Description':
      return changeRole(tx, roleId, { description: operation.value })
    case 'Actions': {
      const names = operation.value
      if (operation.operation === 'Remove') return removeActions(tx, roleId, { only: names })
      if (operation.operation === 'Update') await removeActions(tx, roleId, { except: names })
      const added = await addActions(tx, roleId, names)
      mustBeAvailable(added, await readFlags(tx), (name) => `${index}.value.${value.indexOf(name)}`)
      return mayGiveActions(guard, added)
    }
  }
}
