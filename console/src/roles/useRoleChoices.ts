import { useQuery } from '@tanstack/react-query'
import type { Action } from '@steward/contract/roles/schemas'
import type { PermissionInputs } from '@steward/contract/rules/permission-inputs'
import { permissionsQuery } from '../session/permissions/permissions.ts'
import { actionsQuery } from './recordQueries.ts'
import type { Reading } from '../ui/display/states.tsx'

/** Data the editor needs besides the role: actions allowed in custom roles, and the editing user's own actions. */
export function useRoleChoices(): { available: readonly Action[]; own: PermissionInputs } | { reads: readonly Reading[] } {
  const actions = useQuery(actionsQuery)
  const own = useQuery(permissionsQuery)
  if (actions.data && own.data) return { available: actions.data.items, own: own.data.facts }
  return { reads: [actions, own] }
}
