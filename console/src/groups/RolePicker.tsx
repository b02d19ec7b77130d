import { useQuery } from '@tanstack/react-query'
import { m } from '@steward/contract/paraglide/messages'
import type { Role } from '@steward/contract/roles/schemas'
import type { Choice } from '../ui/form/Combobox.tsx'
import type { DataColumn } from '../ui/table/columns.ts'
import { PickTable, usePickFind } from '../ui/table/PickTable.tsx'
import { EmptyState } from '../ui/display/states.tsx'
import { formatNumber } from '../i18n/time.ts'
import { pickRolesQuery } from './queries.ts'
import type { PickerProps } from './UserPicker.tsx'

const roleChoice = (role: Role): Choice => ({ value: role.roleId, label: role.roleName })

const rolePickColumns = (): DataColumn<Role>[] => [
  { id: 'name', header: m.groups_pick_role(), cell: (role) => role.roleName },
  { id: 'actions', header: m.groups_pick_actions(), cell: (role) => formatNumber(role.roleDetails?.actionCount ?? 0), width: 'narrow' },
  { id: 'description', header: m.groups_pick_description(), cell: (role) => role.description },
]

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
