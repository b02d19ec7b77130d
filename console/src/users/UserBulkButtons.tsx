import { KeyRound, LogOut, MailPlus, Trash2, UserCheck, UserMinus, UserPlus, UserX } from 'lucide-react'
import { m } from '@steward/contract/paraglide/messages'
import type { User } from '@steward/contract/users/schemas'
import { BulkButtons, type BulkButton } from '../ui/table/BulkButtons.tsx'
import type { Selected } from '../ui/table/DataTable.tsx'
import type { BulkActionKind } from './bulkActions.ts'
import { fullName } from './labels.ts'
import type { filterQuery } from './search.ts'
import type { UserActions } from './useUserActions.tsx'

const bulk = [
  { kind: 'addToGroup', label: m.users_add_to_group, icon: <UserPlus /> },
  { kind: 'removeFromGroup', label: m.users_remove_from_group, icon: <UserMinus /> },
  { kind: 'disable', label: m.users_disable, icon: <UserX /> },
  { kind: 'enable', label: m.users_enable, icon: <UserCheck /> },
  { kind: 'resendActivation', label: m.users_resend, icon: <MailPlus /> },
  { kind: 'sendPasswordLink', label: m.users_password_link, icon: <KeyRound /> },
  { kind: 'endSessions', label: m.users_sign_out, icon: <LogOut /> },
  { kind: 'delete', label: m.users_delete, icon: <Trash2 /> },
] as const satisfies readonly BulkButton<BulkActionKind>[]

export interface UserBulkButtonsProps {
  selected: Selected<User>
  filter: Omit<ReturnType<typeof filterQuery>, 'sort'>
  /** Why the user can't do any of them. */
  reason: string | undefined
  start: UserActions['start']
}

/** What can be done with the selected users. */
export function UserBulkButtons({ selected, filter, reason, start }: UserBulkButtonsProps) {
  const names = new Map(selected.rows.map((user) => [user.userId, fullName(user)]))
  const refs = selected.ids.map((id) => ({ userId: id, name: names.get(id) ?? id }))
  const of = selected.isAll ? { users: [], matching: { filter, count: selected.count } } : { users: refs }
  return <BulkButtons actions={bulk} reason={reason} onStart={(kind) => start({ kind, ...of, onStarted: selected.clear })} />
}
