import { useQuery } from '@tanstack/react-query'
import { linkOptions, Outlet, useNavigate } from '@tanstack/react-router'
import { Suspense, type ReactNode } from 'react'
import type { Group } from '@steward/contract/groups/schemas'
import { m } from '@steward/contract/paraglide/messages'
import { isGone } from '../api/problem.ts'
import { usePermission } from '../session/permissions/permissions.ts'
import { useDocumentTitle } from '../pages/titles.ts'
import { Badge } from '../ui/display/Badge.tsx'
import { CopyId } from '../ui/display/CopyButton.tsx'
import { RecordMenu } from '../ui/record/RecordMenu.tsx'
import { EmptyState, ErrorState, SkeletonLines } from '../ui/display/states.tsx'
import { RelativeTime } from '../ui/display/RelativeTime.tsx'
import { RecordFrame } from '../ui/record/RecordFrame.tsx'
import { formatNumber } from '../i18n/time.ts'
import { GroupStatusBadge } from './columns.tsx'
import { groupMenu } from './groupMenu.tsx'
import shared from './groups.module.css'
import css from './GroupRecord.module.css'
import { groupQuery } from './queries.ts'
import { useGroupActions } from './useGroupActions.tsx'
import { rolesOf, usersOf } from './groupDetails.ts'

const path = '/user-administration/groups/$groupId'

/** A group: beside the list or as a page, with one tab per aspect; each tab has its own URL. */
export function GroupRecord({ groupId }: { groupId: string }) {
  const navigate = useNavigate()
  const query = useQuery(groupQuery(groupId))
  const group = query.data?.data
  const close = () => void navigate({ to: '/user-administration/groups', search: true })
  useDocumentTitle(group ? group.groupName : m.menu_groups())
  const gone = isGone(query.error)
  const tab = (label: ReactNode, part: '' | '/members' | '/roles' | '/history' = '') => ({
    label,
    link: linkOptions({ to: `${path}${part}` as const, params: { groupId }, search: true, state: true }),
    exact: part === '',
  })
  return (
    <RecordFrame
      title={group ? group.groupName : m.groups_group()}
      kind={m.groups_group()}
      status={group ? <Summary group={group} /> : undefined}
      facts={group && !gone ? factsOf(group) : []}
      actions={group && !gone ? <GroupActionsMenu group={group} onDeleted={close} /> : undefined}
      link={{ to: path, params: { groupId }, search: true }}
      onClose={close}
      {...(group === undefined || gone
        ? {}
        : {
            tabs: [
              tab(m.record_overview()),
              tab(<Counted text={m.groups_tab_members()} count={usersOf(group)} />, '/members'),
              tab(<Counted text={m.groups_tab_roles()} count={rolesOf(group)} />, '/roles'),
              tab(m.history_title(), '/history'),
            ],
          })}
    >
      {query.isPending ? (
        <SkeletonLines count={10} />
      ) : gone ? (
        <EmptyState title={m.groups_gone_title()}>{m.groups_gone_text()}</EmptyState>
      ) : group === undefined ? (
        <ErrorState error={query.error} fallback={m.groups_error_get()} onRetry={() => void query.refetch()} retrying={query.isFetching} />
      ) : (
        <Suspense fallback={<SkeletonLines count={8} />}>
          <Outlet />
        </Suspense>
      )}
    </RecordFrame>
  )
}

const factsOf = (group: Group) => [
  { term: m.groups_tab_members(), value: formatNumber(usersOf(group)) },
  { term: m.groups_tab_roles(), value: formatNumber(rolesOf(group)) },
  { term: m.groups_column_created(), value: <RelativeTime value={group.groupDetails?.createdTime} /> },
  { term: m.record_managed_by(), value: group.isManagedByProvider ? m.groups_managed() : m.app_name() },
]

function Counted({ text, count }: { text: string; count: number }) {
  return (
    <span>
      {text} <span className={shared.muted}>{formatNumber(count)}</span>
    </span>
  )
}

function Summary({ group }: { group: Group }) {
  return (
    <span className={css.summary}>
      <GroupStatusBadge group={group} />
      {group.isReserved ? <Badge tone="info">{m.groups_reserved()}</Badge> : null}
      {group.isManagedByProvider ? <Badge>{m.groups_managed()}</Badge> : null}
      <CopyId value={group.groupId} label={m.groups_copy_id()} />
    </span>
  )
}

function GroupActionsMenu({ group, onDeleted }: { group: Group; onDeleted: () => void }) {
  const mayEdit = usePermission('Admin.EditGroups')
  const actions = useGroupActions((kind) => kind === 'delete' && onDeleted())
  return (
    <>
      <RecordMenu name={group.groupName} actions={groupMenu(group, { mayEdit, start: actions.start })} />
      {actions.dialogs}
    </>
  )
}
