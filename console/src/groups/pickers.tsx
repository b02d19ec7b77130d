import { useQuery } from '@tanstack/react-query'
import { m } from '@steward/contract/paraglide/messages'
import type { Role } from '@steward/contract/roles/schemas'
import type { User } from '@steward/contract/users/schemas'
import type { Choice } from '../ui/form/Combobox.tsx'
import type { DataColumn } from '../ui/table/columns.ts'
import { PickTable, usePickFind } from '../ui/table/PickTable.tsx'
import { EmptyState } from '../ui/display/states.tsx'
import { formatNumber } from '../i18n/time.ts'
import { fullName } from '../users/labels.ts'
import { pickRolesQuery, pickUsersQuery } from './queries.ts'

/** The groups API identifies users by username. */
export const userChoice = (user: User): Choice => ({ value: user.username, label: fullName(user), detail: user.email })
const roleChoice = (role: Role): Choice => ({ value: role.roleId, label: role.roleName })

/** Name and Email (specification 2, section 2). */
export const userPickColumns = (): DataColumn<User>[] => [
  { id: 'name', header: m.groups_pick_name(), cell: (user) => fullName(user) },
  { id: 'email', header: m.groups_pick_email(), cell: (user) => user.email },
]

const rolePickColumns = (): DataColumn<Role>[] => [
  { id: 'name', header: m.groups_pick_role(), cell: (role) => role.roleName },
  { id: 'actions', header: m.groups_pick_actions(), cell: (role) => formatNumber(role.roleDetails?.actionCount ?? 0), width: 'narrow' },
  { id: 'description', header: m.groups_pick_description(), cell: (role) => role.description },
]

interface PickerProps {
  picked: readonly Choice[]
  onPick: (picked: Choice[]) => void
  /** Why nothing can be picked. */
  reason?: string | undefined
}

/** Picks from all users of the tenant; `memberOf` marks those already in the group. */
export function UserPicker({ memberOf, ...picker }: PickerProps & { memberOf?: string }) {
  const find = usePickFind()
  const query = useQuery(pickUsersQuery(find))
  return (
    <PickTable
      {...picker}
      chips
      label={m.menu_users()}
      searchLabel={m.users_search()}
      columns={userPickColumns()}
      query={query}
      find={find}
      choiceOf={userChoice}
      rowReason={(user) =>
        memberOf !== undefined && (user.groups ?? []).some((group) => group.groupId === memberOf) ? m.groups_is_member() : undefined
      }
      empty={<EmptyState title={m.users_empty_title()}>{m.groups_pick_no_users()}</EmptyState>}
      errorFallback={m.users_error_list()}
    />
  )
}

/** Picks from all roles of the tenant. */
export function RolePicker(picker: PickerProps) {
  const find = usePickFind()
  const query = useQuery(pickRolesQuery(find))
  return (
    <PickTable
      {...picker}
      chips
      label={m.menu_roles()}
      searchLabel={m.roles_search()}
      columns={rolePickColumns()}
      query={query}
      find={find}
      choiceOf={roleChoice}
      empty={<EmptyState title={m.roles_empty_title()}>{m.roles_empty_text()}</EmptyState>}
      errorFallback={m.roles_error_list()}
    />
  )
}
