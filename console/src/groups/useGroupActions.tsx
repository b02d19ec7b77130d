import { useMutation } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import type { Group } from '@steward/contract/groups/schemas'
import { m } from '@steward/contract/paraglide/messages'
import { invalidateTables } from '../api/query.ts'
import { alerts } from '../api/alerts.ts'
import { runEach, type EachOutcome } from '../api/runEach.ts'
import { formatNumber } from '../i18n/time.ts'
import { bulkActionTexts, refusal, type BulkAction, type BulkActionKind } from './bulkActions.ts'
import { groupTables, removeGroup, setGroupStatus } from './queries.ts'
import { deferred } from '../ui/overlay/deferred.tsx'

// Dialogs load when an action starts, so that the list doesn't wait for them.
const GroupActionDialog = deferred(() => import('./GroupActionDialog.tsx').then((module) => module.GroupActionDialog))
const BulkResultDialog = deferred(() => import('../ui/overlay/BulkResult.tsx').then((module) => module.BulkResultDialog))

export interface GroupActions {
  /** Confirms and runs the action, then reports the result. */
  start: (action: BulkAction) => void
  /** The confirmation, or the list of failures; the caller renders it. */
  dialogs: ReactNode
}

const errorTexts: Record<BulkActionKind, () => string> = {
  delete: m.groups_error_delete,
  disable: m.groups_error_disable,
  enable: m.groups_error_enable,
}

async function carryOut(kind: BulkActionKind, group: Group): Promise<void> {
  if (kind === 'delete') await removeGroup(group)
  else await setGroupStatus(group.groupId, kind === 'enable' ? 'Enabled' : 'Disabled')
}

/** Enables, disables and deletes groups: one from a menu or many from a selection. */
export function useGroupActions(onDone: (kind: BulkActionKind, groups: readonly Group[]) => void = () => {}): GroupActions {
  const [started, setStarted] = useState<{ action: BulkAction; outcome?: EachOutcome<Group> }>()
  const mutation = useMutation({
    mutationKey: ['GroupManagement_change_groups'],
    mutationFn: ({ kind, groups }: BulkAction) =>
      runEach(
        groups.filter((group) => refusal(kind, group) === undefined),
        {
          id: (group) => group.groupId,
          name: (group) => group.groupName,
          run: (group) => carryOut(kind, group),
          fallback: errorTexts[kind](),
        },
      ),
    onSuccess: (outcome, action) => {
      if (outcome.succeeded.length > 0) {
        alerts.success(bulkActionTexts(action.kind, outcome.succeeded).done(outcome.succeeded.length))
        onDone(action.kind, outcome.succeeded)
      }
      // Leave a deleted group's panel before its query refetches.
      void invalidateTables(groupTables)
      if (outcome.failed.length === 0) setStarted(undefined)
      else setStarted(action.groups.length > 1 ? { action, outcome } : { action })
    },
  })
  const start = (action: BulkAction) => {
    mutation.reset()
    setStarted({ action })
  }
  const close = () => setStarted(undefined)

  let dialogs: ReactNode = null
  if (started?.outcome) {
    const { failed, succeeded } = started.outcome
    dialogs = (
      <BulkResultDialog
        title={m.groups_bulk_failed_title({ count: failed.length })}
        text={m.groups_bulk_failed_text({
          succeeded: formatNumber(succeeded.length),
          total: formatNumber(succeeded.length + failed.length),
        })}
        failures={failed}
        onClose={close}
      />
    )
  } else if (started) {
    dialogs = (
      <GroupActionDialog
        action={started.action}
        onClose={close}
        onConfirm={() => mutation.mutate(started.action)}
        loading={mutation.isPending}
        failure={mutation.data?.failed[0]?.message}
      />
    )
  }
  return { start, dialogs }
}
