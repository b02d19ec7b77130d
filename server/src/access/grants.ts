import { problem } from '@steward/contract/errors'
import type { GrantOption } from '@steward/contract/access/schemas'
import { actionsOpening, findApp } from '@steward/contract/catalog/index'
import type { Rule } from '@steward/contract/rules/expression'
import type { PermissionInputs } from '@steward/contract/rules/permission-inputs'
import { reasonOf } from '@steward/contract/rules/permissions'
import type { Actor, TenantTransaction } from '../db/tenant.ts'
import { type ServiceFlags, decideFlags } from '../flags/permission-inputs.ts'
import { Guard, type Reach, administratorsAmong } from './guard.ts'
import { positiveLeaves } from './group-condition.ts'
import {
  type HeldGroup,
  type KnownGroup,
  type KnownRole,
  enabledGroups,
  inputsOfMember,
  readTenantAccess,
  rolesOf,
} from './groups-and-roles.ts'

/** The number of suggestions. */
const shown = 5

export interface GrantQuestion {
  userId: string
  rule: Rule
  /** What the caller can change. */
  can: { joinGroups: boolean; changeGroups: boolean }
  service: ServiceFlags
}

interface Option {
  group: KnownGroup
  role: KnownRole | undefined
  /** The actions that the person gains. */
  gained: string[]
  isAdministrator: boolean
}

/**
 * The smallest changes that would grant something: a group to join, or a role for a group of the person. Only those that the caller
 * is allowed to make; the calls that make them check it again.
 * @throws not_found
 */
export async function readGrants(
  tx: TenantTransaction,
  actor: Actor,
  { userId, rule, can, service }: GrantQuestion,
): Promise<{ isGranted: boolean; items: GrantOption[] }> {
  const user = await tx.selectFrom('app_user').select('is_disabled').where('user_id', '=', userId).executeTakeFirst()
  if (!user) throw problem('not_found')
  const guard = new Guard(tx, actor)
  const isRefused = user.is_disabled || !(await isChangeable(tx, guard, userId, actor))
  const access = await readTenantAccess(tx, 'all', userId)
  const flags = decideFlags(access.flags, userId, service)
  const joined = new Set(
    (await tx.selectFrom('group_member').select('group_id').where('user_id', '=', userId).execute()).map((row) => row.group_id),
  )
  const isOwn = (group: KnownGroup) => joined.has(group.groupId)
  const own = enabledGroups(access).filter(isOwn)
  const held: HeldGroup[] = user.is_disabled ? [] : own.map((group) => ({ group, roles: rolesOf(access, group) }))
  const before = inputsOfMember(access, flags, held)
  const isGranted = reasonOf(rule, before).granted
  if (isGranted || isRefused) return { isGranted, items: [] }

  const options: Option[] = []
  const consider = (after: readonly HeldGroup[], group: KnownGroup, role?: KnownRole) => {
    const facts = inputsOfMember(access, flags, after)
    if (!reasonOf(rule, facts).granted) return
    const gained = Object.keys(facts.actions).filter((name) => before.actions[name] === undefined)
    options.push({ group, role, gained, isAdministrator: isAdministrator(facts) && !isAdministrator(before) })
  }
  if (can.joinGroups) {
    // The members of the others are decided by the identity provider.
    for (const group of enabledGroups(access).filter((one) => !isOwn(one) && !one.isManagedByProvider)) {
      consider([...held, { group, roles: rolesOf(access, group) }], group)
    }
  }
  if (can.changeGroups) {
    // A role reaches everyone in the group: the smallest group of the person.
    const smallest = own.toSorted((a, b) => a.userCount - b.userCount)[0]
    if (smallest) {
      for (const role of rolesThatHelp(rule, [...access.roles.values()])) {
        consider([...held, { group: smallest, roles: [role] }], smallest, role)
      }
    }
  }
  const items: GrantOption[] = []
  const needed = new Set(actionsAskedFor(rule))
  for (const option of options.sort(bySize)) {
    if (items.length === shown) break
    if (await isAllowed(guard, reachOf(access.roles, option))) items.push(toGrant(option, needed))
  }
  return { isGranted, items }
}

const isAdministrator = (facts: PermissionInputs) => facts.roles.some((role) => role.isAdministrator)

/** Never an administrator where something else does; then the fewest further people and actions. */
function bySize(a: Option, b: Option): number {
  const people = ({ group, role }: Option) => (role === undefined ? 1 : Math.max(1, group.userCount))
  const size = (option: Option) => people(option) * Math.max(1, option.gained.length)
  return Number(a.isAdministrator) - Number(b.isAdministrator) || size(a) - size(b) || a.group.groupName.localeCompare(b.group.groupName)
}

/** The actions that a rule asks for, and those that open an application that it asks for. */
function actionsAskedFor(rule: Rule): string[] {
  return positiveLeaves(rule).flatMap((leaf) => {
    if (leaf.kind === 'action') return [leaf.actionName]
    const app = leaf.kind === 'app' ? findApp(leaf.appName) : undefined
    return app ? actionsOpening(app) : []
  })
}

function rolesThatHelp(rule: Rule, roles: readonly KnownRole[]): KnownRole[] {
  const wanted = new Set(actionsAskedFor(rule))
  const wantsAnyRole = positiveLeaves(rule).some((leaf) => leaf.kind === 'anyRole')
  return roles.filter((role) => !role.isAdministrator && (wantsAnyRole || role.actions.some((name) => wanted.has(name))))
}

function reachOf(roles: ReadonlyMap<string, KnownRole>, { group, role }: Option): Reach {
  const given = role ? [role] : group.roleIds.flatMap((roleId) => roles.get(roleId) ?? [])
  return { isAdministrator: given.some((one) => one.isAdministrator), actions: given.flatMap((one) => one.actions) }
}

async function isAllowed(guard: Guard, reach: Reach): Promise<boolean> {
  if (reach.isAdministrator) return guard.isAdministrator()
  return (await guard.lacking(reach.actions)).length === 0
}

/** Only administrators can change administrators. */
const isChangeable = async (tx: TenantTransaction, guard: Guard, userId: string, actor: Actor): Promise<boolean> =>
  userId === actor.id || (await guard.isAdministrator()) || (await administratorsAmong(tx, [userId])).size === 0

const toGrant = ({ group, role, gained, isAdministrator: makesAdministrator }: Option, needed: ReadonlySet<string>): GrantOption => ({
  groupId: group.groupId,
  groupName: group.groupName,
  groupUserCount: group.userCount,
  role: role ? { roleId: role.roleId, roleName: role.roleName } : null,
  isAdministrator: makesAdministrator,
  needed: gained.filter((name) => needed.has(name)).toSorted(),
  others: gained.filter((name) => !needed.has(name)).toSorted(),
})
