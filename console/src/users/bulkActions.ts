import type { CallInput } from '@steward/contract/http'
import type { changeMatchingUsers } from '@steward/contract/users/matching-endpoints'
import { m } from '@steward/contract/paraglide/messages'

type MatchingFilter = CallInput<typeof changeMatchingUsers>['body']['filter']

/** A user that an action is about to affect. */
export interface UserRef {
  userId: string
  name: string
}

/** Actions for one user or many. */
export type BulkActionKind =
  | 'delete'
  | 'disable'
  | 'enable'
  | 'resendActivation'
  | 'sendPasswordLink'
  | 'unlock'
  | 'endSessions'
  | 'addToGroup'
  | 'removeFromGroup'

/** Those that change what people can do. */
export const accessActions: ReadonlySet<BulkActionKind> = new Set([
  'delete',
  'disable',
  'enable',
  'endSessions',
  'addToGroup',
  'removeFromGroup',
])

export interface BulkAction {
  kind: BulkActionKind
  users: readonly UserRef[]
  /** They are changed in the background: all users that match a filter, or `users`, if they are too many for one call. */
  matching?: { filter: MatchingFilter; count: number }
  /** Called when the change in the background has started. */
  onStarted?: () => void
}

interface BulkActionTexts {
  title: string
  /** What will happen, and to which users. */
  text: string
  confirm: string
  /** The alert after the action succeeded for that many users. */
  done: (count: number) => string
  danger: boolean
}

/** The texts before and after an action on these users; `group` is the chosen group's name. */
export function bulkActionTexts({ kind, users, matching }: BulkAction, group = ''): BulkActionTexts {
  const name = users[0]?.name ?? ''
  const count = matching?.count ?? users.length
  const of = { count, name }
  const one = (done: number) => ({ count: done, name })
  switch (kind) {
    case 'delete':
      return {
        title: m.users_delete_title(of),
        text: m.users_delete_text({ count }),
        confirm: m.users_delete_confirm(of),
        done: (n) => m.users_deleted(one(n)),
        danger: true,
      }
    case 'disable':
      return {
        title: m.users_disable_title(of),
        text: m.users_disable_text({ count }),
        confirm: m.users_disable_confirm(of),
        done: (n) => m.users_disabled(one(n)),
        danger: true,
      }
    case 'enable':
      return {
        title: m.users_enable_title(of),
        text: m.users_enable_text({ count }),
        confirm: m.users_enable_confirm(of),
        done: (n) => m.users_enabled(one(n)),
        danger: false,
      }
    case 'resendActivation':
      return {
        title: m.users_resend_title(of),
        text: m.users_resend_text({ count }),
        confirm: m.users_resend_confirm(of),
        done: (n) => m.users_resent(one(n)),
        danger: false,
      }
    case 'sendPasswordLink':
      return {
        title: m.users_password_link_title(of),
        text: m.users_password_link_text({ count }),
        confirm: m.users_password_link(),
        done: (n) => m.users_password_link_sent(one(n)),
        danger: false,
      }
    case 'unlock':
      return {
        title: m.users_unlock_title(of),
        text: m.users_unlock_text(),
        confirm: m.users_unlock(),
        done: (n) => m.users_unlocked(one(n)),
        danger: false,
      }
    case 'endSessions':
      return {
        title: m.users_sign_out_title(of),
        text: m.users_sign_out_text({ count }),
        confirm: m.users_sign_out(),
        done: (n) => m.users_signed_out(one(n)),
        danger: true,
      }
    case 'addToGroup':
      return {
        title: m.users_add_title(of),
        text: m.users_add_text(),
        confirm: m.users_add_confirm(of),
        done: (n) => m.users_added({ ...one(n), group }),
        danger: false,
      }
    case 'removeFromGroup':
      return {
        title: m.users_remove_title(of),
        text: m.users_remove_text(),
        confirm: m.users_remove_confirm(of),
        done: (n) => m.users_removed({ ...one(n), group }),
        danger: true,
      }
  }
}
