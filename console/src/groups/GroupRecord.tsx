import { useQuery } from '@tanstack/react-query'
import { linkOptions, useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Group } from '@steward/contract/groups/schemas'
import { m } from '@steward/contract/paraglide/messages'
import { usePermission } from '../session/permissions/permissions.ts'
import { Badge } from '../ui/display/Badge.tsx'
import { CopyId } from '../ui/display/CopyButton.tsx'
import { RecordMenu } from '../ui/record/RecordMenu.tsx'
import { RelativeTime } from '../ui/display/RelativeTime.tsx'
import { CountedTab, RecordSummary } from '../ui/record/parts.tsx'
import { EntityRecord } from '../pages/EntityRecord.tsx'
import { formatNumber } from '../i18n/time.ts'
import { GroupStatusBadge } from './columns.tsx'
import { groupMenu } from './groupMenu.tsx'
import { groupQuery } from './queries.ts'
import { useGroupActions } from './useGroupActions.tsx'
import { rolesOf, usersOf } from './groupDetails.ts'

const path = '/user-administration/groups/$groupId'

/** A group: beside the list or as a page, with one tab per aspect; each tab has its own URL. */
export function GroupRecord({ groupId }: { groupId: string }) {
  const navigate = useNavigate()
  const query = useQuery(groupQuery(groupId))
  const close = () => void navigate({ to: '/user-administration/groups', search: true })
  const tab = (label: ReactNode, part: '' | '/members' | '/roles' | '/history' = '') => ({
    label,
    link: linkOptions({ to: `${path}${part}` as const, params: { groupId }, search: true, state: true }),
    exact: part === '',
  })
  return (
    <EntityRecord
      query={query}
      kind={m.groups_group()}
      nameOf={(group) => group.groupName}
      listTitle={m.menu_groups()}
      statusOf={(group) => <Summary group={group} />}
      factsOf={factsOf}
      actionsOf={(group) => <GroupActionsMenu group={group} onDeleted={close} />}
      tabsOf={(group) => [
        tab(m.record_overview()),
        tab(<CountedTab text={m.groups_tab_members()} count={usersOf(group)} />, '/members'),
        tab(<CountedTab text={m.groups_tab_roles()} count={rolesOf(group)} />, '/roles'),
        tab(m.history_title(), '/history'),
      ]}
      link={{ to: path, params: { groupId }, search: true }}
      onClose={close}
      gone={{ title: m.groups_gone_title(), text: m.groups_gone_text() }}
      errorFallback={m.groups_error_get()}
    />
  )
}

const factsOf = (group: Group) => [
  { term: m.groups_tab_members(), value: formatNumber(usersOf(group)) },
  { term: m.groups_tab_roles(), value: formatNumber(rolesOf(group)) },
  { term: m.groups_column_created(), value: <RelativeTime value={group.groupDetails?.createdTime} /> },
  { term: m.record_managed_by(), value: group.isManagedByProvider ? m.groups_managed() : m.app_name() },
]

function Summary({ group }: { group: Group }) {
  return (
    <RecordSummary>
      <GroupStatusBadge group={group} />
      {group.isReserved ? <Badge tone="info">{m.groups_reserved()}</Badge> : null}
      {group.isManagedByProvider ? <Badge>{m.groups_managed()}</Badge> : null}
      <CopyId value={group.groupId} label={m.groups_copy_id()} />
    </RecordSummary>
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
