import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { m } from '@steward/contract/paraglide/messages'
import { bulkUsers } from '@steward/contract/users/endpoints'
import { changeMatchingUsers } from '@steward/contract/users/matching-endpoints'
import { alerts } from '../api/alerts.ts'
import { api } from '../api/client.ts'
import { problemMessage } from '../api/problem.ts'
import { invalidateTables } from '../api/query.ts'
import { formatNumber } from '../i18n/time.ts'
import { BulkResultDialog } from '../ui/overlay/BulkResult.tsx'
import { deselect } from '../ui/table/deselect.ts'
import { bulkActionTexts, type BulkAction, type UserRef } from './bulkActions.ts'
import { changeOf, inBackgroundIfMany, type BulkOutcome, type UserChange } from './changeUsers.ts'
import { type ChosenGroup, UserActionDialog } from './UserActionDialog.tsx'

export interface UserActionFlowProps {
  action: BulkAction
  onDone: (action: BulkAction, succeeded: readonly string[]) => void
  /** All that match a filter, or more than one call changes, are changed in the background, under this id. */
  onRun: (userChangeId: string) => void
  onClose: () => void
}

const failureText = (error: unknown) => (error ? problemMessage(error, m.users_error_update()) : undefined)

/** One action on users: asks for confirmation, runs it, and shows for whom it failed. */
export function UserActionFlow({ action: started, onDone, onRun, onClose }: UserActionFlowProps) {
  const action = inBackgroundIfMany(started)
  const [outcome, setOutcome] = useState<BulkOutcome>()
  const mutation = useMutation({
    mutationKey: ['UserManagement_change_users'],
    mutationFn: ({ users, change }: { users: readonly UserRef[]; change: UserChange; group: string }) =>
      api(bulkUsers, { body: { userIds: users.map(({ userId }) => userId), change } }),
    onSuccess: (result, { users, group }) => {
      void invalidateTables(['app_user', 'group_member', 'user_session', 'audit_entry'])
      if (result.succeeded.length > 0) {
        const succeeded = new Set(result.succeeded)
        const done = { ...action, users: users.filter(({ userId }) => succeeded.has(userId)) }
        alerts.success(bulkActionTexts(done, group).done(result.succeeded.length))
        if (action.kind === 'delete') deselect(result.succeeded)
        onDone(action, result.succeeded)
      }
      if (result.failed.length === 0) onClose()
      // A single failure is shown in the confirmation itself; for many users, the failures are listed.
      else if (users.length > 1) setOutcome(result)
    },
  })
  const matching = useMutation({
    mutationKey: ['UserManagement_change_matching_users'],
    mutationFn: (change: UserChange) => api(changeMatchingUsers, { body: { filter: action.matching?.filter ?? {}, change } }),
    onSuccess: ({ userChangeId }) => {
      action.onStarted?.()
      onClose()
      onRun(userChangeId)
    },
  })
  const run = (users: readonly UserRef[], group: ChosenGroup | undefined) => {
    const change = changeOf(action.kind, group)
    if (change === undefined) throw new Error(`${action.kind} without a group`)
    if (action.matching) matching.mutate(change)
    else mutation.mutate({ users, change, group: group?.groupName ?? '' })
  }

  if (outcome) {
    const { failed, succeeded } = outcome
    return (
      <BulkResultDialog
        title={m.users_bulk_failed_title({ count: failed.length })}
        text={m.users_bulk_failed_text({
          succeeded: formatNumber(succeeded.length),
          total: formatNumber(succeeded.length + failed.length),
        })}
        failures={failed.map((one) => ({ id: one.userId, name: one.username, message: one.message }))}
        onClose={onClose}
      />
    )
  }
  return (
    <UserActionDialog
      action={action}
      onClose={onClose}
      onConfirm={run}
      loading={mutation.isPending || matching.isPending}
      failure={mutation.data?.failed[0]?.message ?? failureText(mutation.error ?? matching.error)}
    />
  )
}
