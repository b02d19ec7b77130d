import { problem } from '@steward/contract/errors'
import type { GroupOperation } from '@steward/contract/groups/schemas'
import { isReservedGroupName } from '@steward/contract/rules/name-rules'
import type { TenantTransaction } from '../db/tenant.ts'
import { type Guard, reachOfGroups, reachOfRoles } from '../access/guard.ts'
import {
  type FoundGroup,
  addMembers,
  addRoles,
  existingRoleIds,
  removeMembers,
  removeRoles,
  replaceMembers,
  roleIdsByName,
  userIdsByName,
} from './membership.ts'

/**
 * A name that another group can't take, in any case.
 * @throws group_name_reserved
 */
export function mustNotBeReserved(groupName: string): void {
  if (isReservedGroupName(groupName)) throw problem('group_name_reserved', { groupName }, { field: 'groupName' })
}

/**
 * Applies operations to a locked group, in order. Grants are checked against the actor step by step: for members what the group
 * grants at that moment, for roles what they grant.
 * @throws group_reserved, group_managed_elsewhere, group_name_reserved, user_unknown, role_unknown, administrator_only,
 * grant_exceeds_own; constraints for names and the last administrator
 */
export async function applyOperations(
  tx: TenantTransaction,
  guard: Guard,
  group: FoundGroup,
  operations: readonly GroupOperation[],
): Promise<void> {
  for (const [index, operation] of operations.entries()) {
    await apply({ tx, guard, group, field: `${index}.value` }, operation)
  }
}

interface Step {
  tx: TenantTransaction
  guard: Guard
  group: FoundGroup
  field: string
}

async function apply(step: Step, operation: GroupOperation): Promise<void> {
  const { tx } = step
  switch (operation.targetProperty) {
    case 'GroupName':
      return rename(step, operation.value)
    case 'Status':
      return setStatus(step, operation.value)
    case 'Usernames':
      return changeMembers(step, operation.operation, operation.value)
    case 'Roles':
      return changeRoles(step, operation.operation, await roleIdsByName(tx, operation.value, step.field))
    case 'RoleIds':
      return changeRoles(step, operation.operation, await existingRoleIds(tx, operation.value, step.field))
  }
}

/** Only administrators can change the administrators' group. */
async function guardAdministrators({ tx, guard, group }: Step): Promise<void> {
  const reach = await reachOfGroups(tx, [group.group_id])
  if (reach.isAdministrator) await guard.mustBeAdministrator()
}

/**
 * The identity provider manages name and members of its groups.
 * @throws group_managed_elsewhere
 */
export function mustBeOurs(group: FoundGroup, field: string): void {
  if (group.managed_by_provider) throw problem('group_managed_elsewhere', {}, { field })
}

function mustNotBeTheReserved({ group }: Step): void {
  if (group.is_reserved) throw problem('group_reserved', { groupName: group.group_name })
}

async function rename(step: Step, groupName: string): Promise<void> {
  if (groupName === step.group.group_name) return
  mustBeOurs(step.group, step.field)
  mustNotBeTheReserved(step)
  mustNotBeReserved(groupName)
  await guardAdministrators(step)
  await step.tx.updateTable('user_group').set({ group_name: groupName }).where('group_id', '=', step.group.group_id).execute()
}

async function setStatus(step: Step, status: FoundGroup['status']): Promise<void> {
  const { tx, guard, group } = step
  if (status === 'Disabled') {
    mustNotBeTheReserved(step)
    await guardAdministrators(step)
  } else {
    await guard.mayGiveGroups([group.group_id])
  }
  await tx.updateTable('user_group').set({ status }).where('group_id', '=', group.group_id).where('status', '<>', status).execute()
}

type Operation = 'Add' | 'Remove' | 'Update'

async function changeMembers(step: Step, operation: Operation, usernames: readonly string[]): Promise<void> {
  const { tx, guard, group, field } = step
  mustBeOurs(group, field)
  const userIds = await userIdsByName(tx, usernames, field)
  const reach = await guard.reachOfGroups([group.group_id])
  const added = operation !== 'Remove'
  if (added) await guard.mayGive(reach)
  else if (reach.isAdministrator) await guard.mustBeAdministrator()
  if (operation === 'Add') await addMembers(tx, group.group_id, userIds)
  else if (operation === 'Remove') await removeMembers(tx, group.group_id, userIds)
  else await replaceMembers(tx, group.group_id, userIds)
}

async function changeRoles(step: Step, operation: Operation, roleIds: readonly string[]): Promise<void> {
  const { tx, group } = step
  if (operation === 'Remove') return takeRoles(step, roleIds)
  if (operation === 'Update') {
    const kept = new Set(roleIds)
    const before = await tx.selectFrom('group_role').select('role_id').where('group_id', '=', group.group_id).execute()
    await takeRoles(
      step,
      before.map(({ role_id }) => role_id).filter((id) => !kept.has(id)),
    )
  }
  const added = await addRoles(tx, group.group_id, roleIds)
  await step.guard.mayGive(await reachOfRoles(tx, added))
}

/** The reserved group keeps its reserved role. */
async function takeRoles(step: Step, roleIds: readonly string[]): Promise<void> {
  const removed = await removeRoles(step.tx, step.group.group_id, roleIds)
  if (!(await reachOfRoles(step.tx, removed)).isAdministrator) return
  mustNotBeTheReserved(step)
  await step.guard.mustBeAdministrator()
}
