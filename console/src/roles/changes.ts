import { m } from '@steward/contract/paraglide/messages'
import type { Role, RoleOperation } from '@steward/contract/roles/schemas'
import type { ConflictField } from '../ui/form/conflict.ts'
import { difference, setConflict, type SetVersions } from '../ui/form/setConflict.ts'
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

/** The saved actions of a role. */
export const actionsIn = ({ data }: { data: Role }): string[] => sortedActions(data.actions ?? [])

/** Only the changed texts (specification 2, section 4). */
export function textOperations(before: RoleValues, after: RoleValues): RoleOperation[] {
  return [
    ...(before.roleName === after.roleName
      ? []
      : [{ operation: 'Update' as const, targetProperty: 'Name' as const, value: after.roleName }]),
    ...(before.description === after.description
      ? []
      : [{ operation: 'Update' as const, targetProperty: 'Description' as const, value: after.description }]),
  ]
}

/** Removed actions, then added actions; nothing unchanged (specification 2, section 4). */
export function actionOperations(before: readonly string[], after: readonly string[]): RoleOperation[] {
  const { added, removed } = difference(before, after)
  return [
    ...(removed.length > 0 ? [{ operation: 'Remove' as const, targetProperty: 'Actions' as const, value: removed }] : []),
    ...(added.length > 0 ? [{ operation: 'Add' as const, targetProperty: 'Actions' as const, value: added }] : []),
  ]
}

/** Two versions of a role's name and description. */
export function textConflict({ base, mine, theirs }: Record<'base' | 'mine' | 'theirs', RoleValues>): ConflictField[] {
  const text = (id: 'roleName' | 'description', label: string): ConflictField => ({
    id,
    label,
    base: base[id],
    mine: mine[id],
    theirs: theirs[id],
  })
  return [text('roleName', m.roles_column_name()), text('description', m.roles_column_description())]
}

/** Each action that either version changed. */
export const actionConflict = (versions: SetVersions): ConflictField[] =>
  setConflict(versions, { nameOf: actionLabel, present: m.roles_action_held(), absent: m.roles_action_not_held() })
