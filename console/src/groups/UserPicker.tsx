import { useQuery } from '@tanstack/react-query'
import { m } from '@steward/contract/paraglide/messages'
import type { User } from '@steward/contract/users/schemas'
import type { Choice } from '../ui/form/Combobox.tsx'
import type { DataColumn } from '../ui/table/columns.ts'
import { PickTable, usePickFind } from '../ui/table/PickTable.tsx'
import { EmptyState } from '../ui/display/states.tsx'
import { fullName } from '../users/labels.ts'
import { pickUsersQuery } from './queries.ts'

/** The groups API identifies users by username. */
export const userChoice = (user: User): Choice => ({ value: user.username, label: fullName(user), detail: user.email })

/** Name and Email (specification 2, section 2). */
export const userPickColumns = (): DataColumn<User>[] => [
  { id: 'name', header: m.groups_pick_name(), cell: (user) => fullName(user) },
  { id: 'email', header: m.groups_pick_email(), cell: (user) => user.email },
]

export interface PickerProps {
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
