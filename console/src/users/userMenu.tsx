import { KeyRound, LockOpen, LogOut, MailPlus, ScanSearch, Trash2, UserCheck, UserX, UsersRound } from 'lucide-react'
import { m } from '@steward/contract/paraglide/messages'
import type { User } from '@steward/contract/users/schemas'
import type { MenuAction } from '../ui/overlay/Menu.tsx'
import type { BulkAction, BulkActionKind } from './bulkActions.ts'
import { editReason, fullName, isLocked } from './labels.ts'

interface MenuContext {
  mayEdit: boolean
  /** The signed-in user, who cannot delete or disable themselves. */
  ownId: string
  start: (action: BulkAction) => void
  /** Opens the explanation of their access. */
  explain: (user: User) => void
}

/** Actions for a user, in the table's row and on the user's page. */
export function userMenu(user: User, { mayEdit, ownId, start, explain }: MenuContext): MenuAction[] {
  const reason = editReason(mayEdit)
  const selfReason = reason ?? (user.userId === ownId ? m.error_user_is_self() : undefined)
  const act = (kind: BulkActionKind) => () => start({ kind, users: [{ userId: user.userId, name: fullName(user) }] })
  return [
    ...(user.status === 'FORCE_CHANGE_PASSWORD'
      ? [{ label: m.users_resend(), icon: <MailPlus />, disabledReason: reason, onSelect: act('resendActivation') }]
      : []),
    ...(user.status === 'CONFIRMED' && !user.isDisabled
      ? [{ label: m.users_password_link(), icon: <KeyRound />, disabledReason: reason, onSelect: act('sendPasswordLink') }]
      : []),
    ...(isLocked(user) ? [{ label: m.users_unlock(), icon: <LockOpen />, disabledReason: reason, onSelect: act('unlock') }] : []),
    ...(user.userId === ownId
      ? []
      : [{ label: m.users_sign_out(), icon: <LogOut />, disabledReason: reason, onSelect: act('endSessions') }]),
    { label: m.users_explain_access(), icon: <ScanSearch />, onSelect: () => explain(user) },
    { label: m.users_add_to_group(), icon: <UsersRound />, disabledReason: reason, onSelect: act('addToGroup') },
    user.isDisabled
      ? { label: m.users_enable(), icon: <UserCheck />, disabledReason: reason, onSelect: act('enable') }
      : { label: m.users_disable(), icon: <UserX />, disabledReason: selfReason, onSelect: act('disable') },
    { label: m.users_delete(), icon: <Trash2 />, danger: true, disabledReason: selfReason, onSelect: act('delete') },
  ]
}
