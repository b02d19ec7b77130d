import { useMutation } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { m } from '@steward/contract/paraglide/messages'
import { changeMatchingUsers } from '@steward/contract/users/matching-endpoints'
import { api } from '../api/client.ts'
import { problemMessage } from '../api/problem.ts'
import { invalidateTables } from '../api/query.ts'
import { alerts } from '../api/alerts.ts'
import { formatNumber } from '../i18n/time.ts'
import { changeUsers, type BulkOutcome, type UserChange } from './changeUsers.ts'
import { bulkActionTexts, type BulkAction } from './bulkActions.ts'
import type { ChosenGroup } from './UserActionDialog.tsx'
import { deferred } from '../ui/overlay/deferred.tsx'

// Dialogs load when they are needed; the list does not wait for them.
const UserActionDialog = deferred(() => import('./UserActionDialog.tsx').then((module) => module.UserActionDialog))
const BulkResultDialog = deferred(() => import('../ui/overlay/BulkResult.tsx').then((module) => module.BulkResultDialog))

interface Started {
  action: BulkAction
  /** The action failed for some of the users. */
  outcome?: BulkOutcome
}

export interface UserActions {
  /** Asks for confirmation if needed, runs the action, shows the result. */
  start: (action: BulkAction) => void
  /** The confirmation, or the list of failures; rendered by the component that uses the hook. */
  dialogs: ReactNode
}

const backOf: Partial<Record<BulkAction['kind'], BulkAction['kind']>> = { disable: 'enable', enable: 'disable' }

const failureText = (error: unknown) => (error ? problemMessage(error, m.users_error_update()) : undefined)

/** Delete, disable, enable, invite again and group changes: for one user from a menu or many from a selection. All that match a filter are changed in the background: `onRun` gets the id of that change. */
export function useUserActions(
  onDone: (action: BulkAction, succeeded: readonly string[]) => void = () => {},
  onRun: (userChangeId: string) => void = () => {},
): UserActions {
  const [started, setStarted] = useState<Started>()
  const mutation = useMutation({
    mutationKey: ['UserManagement_change_users'],
    mutationFn: ({ action, change }: { action: BulkAction; change: UserChange; group: string }) =>
      changeUsers(
        action.users.map((user) => user.userId),
        change,
      ),
    onSuccess: (outcome, { action, group }) => {
      void invalidateTables(['app_user', 'group_member', 'user_session', 'audit_entry'])
      if (outcome.succeeded.length > 0) {
        const back = backOf[action.kind]
        // Only of a single user is it known that they were different before.
        const undo = back !== undefined && action.users.length === 1 ? () => setStarted({ action: { ...action, kind: back } }) : undefined
        alerts.success(
          bulkActionTexts(action, group).done(outcome.succeeded.length),
          undo && { action: { label: m.users_undo(), onSelect: undo } },
        )
        onDone(action, outcome.succeeded)
      }
      if (outcome.failed.length === 0) setStarted(undefined)
      // A single failure is shown in the confirmation itself; for many users, the failures are listed.
      else if (action.users.length > 1) setStarted({ action, outcome })
      else setStarted({ action })
    },
  })
  const matching = useMutation({
    mutationKey: ['UserManagement_change_matching_users'],
    mutationFn: ({ action, change }: { action: BulkAction; change: UserChange }) =>
      api(changeMatchingUsers, { body: { filter: action.matching?.filter ?? {}, change } }),
    onSuccess: ({ userChangeId }) => {
      setStarted(undefined)
      onRun(userChangeId)
    },
  })
  const run = (action: BulkAction, group: ChosenGroup | undefined) => {
    if (action.matching) return matching.mutate({ action, change: changeOf(action, group) })
    return mutation.mutate({ action, change: changeOf(action, group), group: group?.groupName ?? '' })
  }

  const start = (action: BulkAction) => {
    mutation.reset()
    matching.reset()
    setStarted({ action })
  }
  const close = () => setStarted(undefined)
  const failure = mutation.data?.failed[0]?.message ?? failureText(mutation.error ?? matching.error)

  let dialogs: ReactNode = null
  if (started?.outcome) {
    const { failed, succeeded } = started.outcome
    dialogs = (
      <BulkResultDialog
        title={m.users_bulk_failed_title({ count: failed.length })}
        text={m.users_bulk_failed_text({
          succeeded: formatNumber(succeeded.length),
          total: formatNumber(succeeded.length + failed.length),
        })}
        failures={failed.map((one) => ({ id: one.userId, name: one.username, message: one.message }))}
        onClose={close}
      />
    )
  } else if (started) {
    dialogs = (
      <UserActionDialog
        key={started.action.kind}
        action={started.action}
        onClose={close}
        onConfirm={(group) => run(started.action, group)}
        loading={mutation.isPending || matching.isPending}
        failure={failure}
      />
    )
  }
  return { start, dialogs }
}

function changeOf({ kind }: BulkAction, group: ChosenGroup | undefined): UserChange {
  switch (kind) {
    case 'addToGroup':
    case 'removeFromGroup':
      if (group === undefined) throw new Error(`${kind} without a group`)
      return { action: kind, groupId: group.groupId }
    case 'delete':
    case 'disable':
    case 'enable':
    case 'resendActivation':
    case 'sendPasswordLink':
    case 'unlock':
    case 'endSessions':
      return { action: kind }
  }
}
