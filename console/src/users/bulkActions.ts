import { m } from '@steward/contract/paraglide/messages'

/** A user that an action is about to affect. */
export interface UserRef {
  userId: string
  name: string
}

/** Actions for one user or many. */
export type BulkActionKind = 'delete' | 'disable' | 'enable' | 'resendActivation' | 'addToGroup' | 'removeFromGroup'

export interface BulkAction {
  kind: BulkActionKind
  users: readonly UserRef[]
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
export function bulkActionTexts({ kind, users }: BulkAction, group = ''): BulkActionTexts {
  const name = users[0]?.name ?? ''
  const count = users.length
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
