import { useMutation, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useMemo, useState, type ReactNode } from 'react'
import { m } from '@steward/contract/paraglide/messages'
import type { ResourceGroup } from '@steward/contract/resource-groups/schemas'
import { unassignedPackageId } from '@steward/contract/rules/resource-group-packages'
import { alertFailure } from '../api/alertFailure.ts'
import { alerts } from '../api/alerts.ts'
import { ConfirmDialog } from '../ui/overlay/ConfirmDialog.tsx'
import { deferred } from '../ui/overlay/deferred.tsx'
import { peekState, useRecordView } from '../ui/record/view.ts'
import { assignmentsWith, assignmentsWithDefault } from './assignments.ts'
import { takersOf } from './moves.ts'
import { packageTable } from './packageTable.ts'
import { changeAssignments, packagesQuery, readAgain, removeResourceGroup, resourceGroupsQuery, type ProductWithGroups } from './queries.ts'
import { formatShare } from './labels.ts'

// The list does not wait for it.
const MoveQuotaDialog = deferred(() => import('./MoveQuotaDialog.tsx').then((module) => module.MoveQuotaDialog))

export interface ResourceGroupActions {
  /** Opens it at a tab. */
  open: (group: ResourceGroup, part: 'details' | 'package') => void
  setDefault: (group: ResourceGroup) => void
  move: (group: ResourceGroup) => void
  /** Why nothing of its quota can be moved. */
  moveReason: (group: ResourceGroup) => string | undefined
  removePackage: (group: ResourceGroup) => void
  delete: (group: ResourceGroup) => void
  /** The confirmation; rendered by the component that uses the hook. */
  dialogs: ReactNode
}

type Asked = { kind: 'delete' | 'removePackage' | 'move'; group: ResourceGroup }

/** Opens resource groups, sets the default, and runs actions that need confirmation because jobs lose their quota. */
export function useResourceGroupActions({
  tab,
  productCode,
  onDeleted = () => {},
}: {
  tab: string
  productCode: ProductWithGroups
  onDeleted?: () => void
}): ResourceGroupActions {
  const navigate = useNavigate()
  const view = useRecordView()
  const [asked, setAsked] = useState<Asked>()
  const close = () => setAsked(undefined)
  const groups = useQuery(resourceGroupsQuery(productCode)).data?.data.items ?? []
  const packages = useQuery(packagesQuery(productCode)).data?.items
  const table = useMemo(() => packageTable(packages ?? []), [packages])
  const deletion = useMutation({
    mutationKey: ['ResourceGroups_delete'],
    mutationFn: (group: ResourceGroup) => removeResourceGroup(productCode, group),
    onSuccess: (_, group) => {
      alerts.success(m.resource_groups_deleted({ name: group.name }))
      onDeleted()
    },
    onError: (error) => alertFailure(error, m.resource_groups_error_delete()),
    onSettled: () => {
      close()
      void readAgain()
    },
  })
  const removal = useMutation({
    mutationKey: ['ResourceGroups_unassign'],
    mutationFn: (group: ResourceGroup) =>
      changeAssignments(productCode, (groups) => assignmentsWith(groups, new Map([[group.resourceGroupId, unassignedPackageId]]))),
    onSuccess: (_, group) => alerts.success(m.resource_groups_edited({ name: group.name })),
    onError: (error) => alertFailure(error, m.resource_groups_error_update()),
    onSettled: () => {
      close()
      void readAgain()
    },
  })
  const choice = useMutation({
    mutationKey: ['ResourceGroups_set_default'],
    mutationFn: (group: ResourceGroup) => changeAssignments(productCode, (groups) => assignmentsWithDefault(groups, group.resourceGroupId)),
    onSuccess: (_, group) => alerts.success(m.resource_groups_default_set({ name: group.name })),
    onError: (error) => alertFailure(error, m.resource_groups_error_default()),
    onSettled: () => void readAgain(),
  })
  const share = formatShare(asked?.group.packagePercentage ?? 0)
  return {
    open: (group, part) =>
      void navigate({
        to: `/user-administration/resource-groups/$app/$rgId${part === 'details' ? '' : '/package'}` as const,
        params: { app: tab, rgId: group.resourceGroupId },
        search: true,
        state: peekState(view === 'page'),
      }),
    setDefault: (group) => choice.mutate(group),
    move: (group) => setAsked({ kind: 'move', group }),
    moveReason: (group) => (takersOf(groups, table, group.resourceGroupId).length > 0 ? undefined : m.resource_groups_move_nowhere()),
    removePackage: (group) => setAsked({ kind: 'removePackage', group }),
    delete: (group) => setAsked({ kind: 'delete', group }),
    dialogs:
      asked?.kind === 'move' ? (
        <MoveQuotaDialog {...{ productCode, groups, table }} from={asked.group} onClose={close} />
      ) : asked ? (
        <ConfirmDialog
          open
          onClose={close}
          title={
            asked.kind === 'delete'
              ? m.resource_groups_delete_title({ name: asked.group.name })
              : m.resource_groups_unassign_title({ name: asked.group.name })
          }
          confirmLabel={asked.kind === 'delete' ? m.resource_groups_delete() : m.resource_groups_package_remove()}
          onConfirm={() => (asked.kind === 'delete' ? deletion : removal).mutate(asked.group)}
          loading={deletion.isPending || removal.isPending}
        >
          <p>{asked.kind === 'delete' ? m.resource_groups_delete_text({ share }) : m.resource_groups_unassign_text({ share })}</p>
          {asked.group.default ? <p>{m.resource_groups_default_lost()}</p> : null}
        </ConfirmDialog>
      ) : null,
  }
}
