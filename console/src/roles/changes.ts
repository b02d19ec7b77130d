import { m } from '@steward/contract/paraglide/messages'
import type { Role, RoleOperation } from '@steward/contract/roles/schemas'
import { chosenOf, type ConflictField, type Side } from '../ui/form/conflict.ts'
import { difference, resolvedSet, setConflict } from '../ui/form/setConflict.ts'
import { actionLabel } from './actionTree.ts'

/** The editable part of a role; actions are sorted, so that equal selections are equal lists. */
export interface RoleValues {
  roleName: string
  description: string
  actions: string[]
}

export const sortedActions = (actions: readonly string[]): string[] => [...actions].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0))

export const valuesOf = ({ data }: { data: Role }): RoleValues => ({
  roleName: data.roleName,
  description: data.description,
  actions: sortedActions(data.actions ?? []),
})

/** Only the differences: name and description, actions removed, actions added (specification 2, section 4). */
export function roleOperations(before: RoleValues, after: RoleValues): RoleOperation[] {
  const { added, removed } = difference(before.actions, after.actions)
  return [
    ...(before.roleName === after.roleName
      ? []
      : [{ operation: 'Update' as const, targetProperty: 'Name' as const, value: after.roleName }]),
    ...(before.description === after.description
      ? []
      : [{ operation: 'Update' as const, targetProperty: 'Description' as const, value: after.description }]),
    ...(removed.length > 0 ? [{ operation: 'Remove' as const, targetProperty: 'Actions' as const, value: removed }] : []),
    ...(added.length > 0 ? [{ operation: 'Add' as const, targetProperty: 'Actions' as const, value: added }] : []),
  ]
}

interface Versions {
  base: RoleValues
  mine: RoleValues
  theirs: RoleValues
}

/** Two versions of a role: its name and description, and each action that either version changed. */
export function roleConflict({ base, mine, theirs }: Versions): ConflictField[] {
  const text = (id: 'roleName' | 'description', label: string): ConflictField => ({
    id,
    label,
    base: base[id],
    mine: mine[id],
    theirs: theirs[id],
  })
  return [
    text('roleName', m.roles_column_name()),
    text('description', m.roles_column_description()),
    ...setConflict(
      { base: base.actions, mine: mine.actions, theirs: theirs.actions },
      { nameOf: actionLabel, present: m.roles_action_held(), absent: m.roles_action_not_held() },
    ),
  ]
}

/** The role after a version was chosen for each field. */
export function resolvedRole({ mine, theirs }: Pick<Versions, 'mine' | 'theirs'>, sides: Record<string, Side>): RoleValues {
  const chosen = chosenOf({ mine, theirs }, sides)
  return {
    roleName: chosen('roleName'),
    description: chosen('description'),
    actions: sortedActions(resolvedSet({ mine: mine.actions, theirs: theirs.actions }, sides)),
  }
}
