import type { Rule } from '@steward/contract/rules/expression'
import { permissionRules } from '@steward/contract/rules/permission-rules'
import { reasonOf } from '@steward/contract/rules/permissions'
import { decideFlags } from '../flags/permission-inputs.ts'
import { type KnownRole, type TenantAccess, enabledGroups, inputsOfMember, rolesOf } from './groups-and-roles.ts'

/**
 * What a rule requires of a person of a tenant: to be in groups, and flags that are decided for each person. Everything else is the
 * same for all people of the tenant and decided already, so that the database can find who meets it.
 */
export type GroupCondition =
  | { kind: 'constant'; value: boolean }
  /** In at least one of these. */
  | { kind: 'in'; groupIds: readonly string[] }
  /** One of these people: a flag is set for them. */
  | { kind: 'person'; userIds: readonly string[] }
  /** A flag that is on for a share of the people. */
  | { kind: 'share'; flagName: string }
  | { kind: 'all' | 'any'; parts: readonly GroupCondition[] }
  | { kind: 'not'; part: GroupCondition }

type Leaf = Exclude<Rule, { kind: 'all' | 'any' | 'not' | 'permission' }>

const constant = (value: boolean): GroupCondition => ({ kind: 'constant', value })

/** The condition of a rule in a tenant. */
export function conditionOf(rule: Rule, access: TenantAccess): GroupCondition {
  const flags = decideFlags(access.flags, '')
  const outsider = inputsOfMember(access, flags, [])
  const members = enabledGroups(access).map((group) => ({
    groupId: group.groupId,
    facts: inputsOfMember(access, flags, [{ group, roles: rolesOf(access, group) }]),
  }))
  return walk(rule)

  function walk(part: Rule): GroupCondition {
    switch (part.kind) {
      case 'all':
      case 'any':
        return simplified(part.kind, part.parts.map(walk))
      case 'not':
        return negated(walk(part.part))
      case 'permission':
        return walk(permissionRules[part.name])
      case 'flag':
        return flagCondition(part)
      default:
        return leafCondition(part)
    }
  }

  /** No fact needs two groups together: what one group gives, all who are in it have. */
  function leafCondition(leaf: Leaf): GroupCondition {
    if (reasonOf(leaf, outsider).granted) return constant(true)
    return inAny(members.filter(({ facts }) => reasonOf(leaf, facts).granted).map(({ groupId }) => groupId))
  }

  function flagCondition({ flagName }: Extract<Rule, { kind: 'flag' }>): GroupCondition {
    const decided = flags[flagName]
    const own = decided?.source === 'stopped' ? [] : access.userFlags.filter((one) => one.flagName === flagName)
    const set = (isEnabled: boolean): GroupCondition => {
      const userIds = own.filter((one) => one.isEnabled === isEnabled).map((one) => one.userId)
      return userIds.length === 0 ? constant(false) : { kind: 'person', userIds }
    }
    const forOthers: GroupCondition = decided?.percentage === undefined ? constant(decided?.value ?? false) : { kind: 'share', flagName }
    return simplified('any', [set(true), simplified('all', [forOthers, negated(set(false))])])
  }
}

const inAny = (groupIds: readonly string[]): GroupCondition =>
  groupIds.length === 0 ? constant(false) : { kind: 'in', groupIds: groupIds.toSorted() }

function negated(part: GroupCondition): GroupCondition {
  if (part.kind === 'constant') return constant(!part.value)
  return part.kind === 'not' ? part.part : { kind: 'not', part }
}

/** Without constants, with nested lists of the same kind as one, and with one list of groups where any of them is enough. */
function simplified(kind: 'all' | 'any', parts: readonly GroupCondition[]): GroupCondition {
  const deciding = kind === 'any'
  const flat = parts.flatMap((part) => (part.kind === kind ? part.parts : [part]))
  if (flat.some((part) => part.kind === 'constant' && part.value === deciding)) return constant(deciding)
  const open = flat.filter((part) => part.kind !== 'constant')
  const groups = deciding ? open.flatMap((part) => (part.kind === 'in' ? part.groupIds : [])) : []
  const merged = groups.length > 0 ? [inAny([...new Set(groups)]), ...open.filter((part) => part.kind !== 'in')] : open
  const distinct = [...new Map(merged.map((part) => [JSON.stringify(part), part])).values()]
  const [first] = distinct
  if (first === undefined) return constant(!deciding)
  return distinct.length === 1 ? first : { kind, parts: distinct }
}

/** What decides a condition for one person. */
export interface Person {
  isIn: (groupIds: readonly string[]) => boolean
  userId: string
  /** Whether a flag that is on for a share is on for this person. */
  isOn: (flagName: string) => boolean
}

export function meets(condition: GroupCondition, person: Person): boolean {
  switch (condition.kind) {
    case 'constant':
      return condition.value
    case 'in':
      return person.isIn(condition.groupIds)
    case 'person':
      return condition.userIds.includes(person.userId)
    case 'share':
      return person.isOn(condition.flagName)
    case 'all':
      return condition.parts.every((part) => meets(part, person))
    case 'any':
      return condition.parts.some((part) => meets(part, person))
    case 'not':
      return !meets(condition.part, person)
  }
}

/** The condition for shares that are decided in the way that lets more people meet it: all who could. */
export function widest(condition: GroupCondition, wanted = true): GroupCondition {
  switch (condition.kind) {
    case 'share':
      return constant(wanted)
    case 'all':
    case 'any':
      return simplified(
        condition.kind,
        condition.parts.map((part) => widest(part, wanted)),
      )
    case 'not':
      return negated(widest(condition.part, !wanted))
    default:
      return condition
  }
}

/** Whether it has to be decided for each person, as a share of the people has a flag. */
export function isPerPerson(condition: GroupCondition): boolean {
  if (condition.kind === 'not') return isPerPerson(condition.part)
  return 'parts' in condition ? condition.parts.some(isPerPerson) : condition.kind === 'share'
}

/** Every list of groups that a condition asks about. */
export function askedGroups(condition: GroupCondition): (readonly string[])[] {
  if (condition.kind === 'not') return askedGroups(condition.part)
  if ('parts' in condition) return condition.parts.flatMap(askedGroups)
  return condition.kind === 'in' ? [condition.groupIds] : []
}

/** The groups that help to meet a condition. */
export function helpfulGroups(condition: GroupCondition): ReadonlySet<string> {
  if ('parts' in condition) return new Set(condition.parts.flatMap((part) => [...helpfulGroups(part)]))
  return new Set(condition.kind === 'in' ? condition.groupIds : [])
}

/** The groups one of which everyone who meets the condition is in; undefined if people can meet it without a group. */
export function necessaryGroups(condition: GroupCondition): readonly string[] | undefined {
  switch (condition.kind) {
    case 'constant':
      return condition.value ? undefined : []
    case 'in':
      return condition.groupIds
    case 'all':
      return condition.parts.map(necessaryGroups).find((groupIds) => groupIds !== undefined)
    case 'any': {
      const each = condition.parts.map(necessaryGroups)
      return each.includes(undefined) ? undefined : [...new Set(each.flatMap((groupIds) => groupIds ?? []))]
    }
    default:
      return undefined
  }
}

/** The roles by which a group gives something that a rule asks for; none if the group itself does, as part of a resource group. */
export function givingRoles(rule: Rule, access: TenantAccess, groupIds: ReadonlySet<string>): Map<string, KnownRole[]> {
  const flags = decideFlags(access.flags, '')
  const outsider = inputsOfMember(access, flags, [])
  const leaves = positiveLeaves(rule).filter((leaf) => !reasonOf(leaf, outsider).granted)
  const groups = enabledGroups(access).filter(({ groupId }) => groupIds.has(groupId))
  return new Map(
    groups.map((group) => [
      group.groupId,
      rolesOf(access, group).filter((role) => {
        const facts = inputsOfMember(access, flags, [{ group: { ...group, groupId: '' }, roles: [role] }])
        return leaves.some((leaf) => reasonOf(leaf, facts).granted)
      }),
    ]),
  )
}

/** The facts that a rule asks for; without those below a `not`. */
export function positiveLeaves(rule: Rule): Leaf[] {
  switch (rule.kind) {
    case 'all':
    case 'any':
      return rule.parts.flatMap(positiveLeaves)
    case 'permission':
      return positiveLeaves(permissionRules[rule.name])
    case 'not':
      return []
    default:
      return [rule]
  }
}

/** Whether a rule asks for a feature flag. */
export function asksForFlag(rule: Rule): boolean {
  if (rule.kind === 'not') return asksForFlag(rule.part)
  if (rule.kind === 'permission') return asksForFlag(permissionRules[rule.name])
  return 'parts' in rule ? rule.parts.some(asksForFlag) : rule.kind === 'flag'
}
