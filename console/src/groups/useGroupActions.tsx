import type { Group } from '@steward/contract/groups/schemas'
import { m } from '@steward/contract/paraglide/messages'
import { alerts } from '../api/alerts.ts'
import { runEach } from '../api/runEach.ts'
import { deferred } from '../ui/overlay/deferred.tsx'
import { useBulkAction, type BulkActionState } from '../ui/overlay/useBulkAction.tsx'
import { deselect } from '../ui/table/deselect.ts'
import { bulkActionTexts, refusal, type BulkAction, type BulkActionKind } from './bulkActions.ts'
import { groupTables, removeGroup, setGroupStatus } from './queries.ts'

// Dialogs load when an action starts, so that the list doesn't wait for them.
const GroupActionDialog = deferred(() => import('./GroupActionDialog.tsx').then((module) => module.GroupActionDialog))

export type GroupActions = BulkActionState<BulkAction>

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
export const useGroupActions = (onDone: (kind: BulkActionKind) => void = () => {}): GroupActions =>
  useBulkAction<BulkAction, Group>({
    mutationKey: 'GroupManagement_change_groups',
    tables: groupTables,
    run: ({ kind, groups }) =>
      runEach(
        groups.filter((group) => refusal(kind, group) === undefined),
        {
          id: (group) => group.groupId,
          name: (group) => group.groupName,
          run: (group) => carryOut(kind, group),
          fallback: errorTexts[kind](),
        },
      ),
    isMany: ({ groups }) => groups.length > 1,
    onSucceeded: (succeeded, { kind }) => {
      alerts.success(bulkActionTexts(kind, succeeded).done(succeeded.length))
      if (kind === 'delete') deselect(succeeded.map(({ groupId }) => groupId))
      onDone(kind)
    },
    failedTitle: m.groups_bulk_failed_title,
    question: (action, props) => <GroupActionDialog action={action} {...props} />,
  })
