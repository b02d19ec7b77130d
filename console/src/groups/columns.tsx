import { linkOptions } from '@tanstack/react-router'
import type { Group } from '@steward/contract/groups/schemas'
import { m } from '@steward/contract/paraglide/messages'
import { Status } from '../ui/display/Badge.tsx'
import { BadgedName, type BadgeText } from '../ui/display/BadgedName.tsx'
import { NameList } from '../ui/display/NameList.tsx'
import { timeCell } from '../ui/display/RelativeTime.tsx'
import type { DataColumn } from '../ui/table/columns.ts'
import { PlainLink } from '../ui/display/PlainLink.tsx'
import { formatNumber } from '../i18n/time.ts'
import { rolesOf, roleNamesOf, usersOf } from './groupDetails.ts'

/** Columns of the groups table (specification 2, section 2). */
export const groupColumns = (): DataColumn<Group>[] => [
  { id: 'name', header: m.groups_column_name(), cell: (group) => <GroupName group={group} />, sort: 'groupName', width: 'wide' },
  {
    id: 'created',
    header: m.groups_column_created(),
    cell: (group) => timeCell(group.groupDetails?.createdTime),
    sort: 'createdTime',
    width: 'time',
  },
  {
    id: 'users',
    header: m.groups_column_users(),
    cell: (group) => <UsersLink group={group} />,
    sort: 'userCount',
    align: 'end',
    width: 'narrow',
  },
  {
    id: 'roles',
    header: m.groups_column_roles(),
    cell: (group) => <span title={roleNamesOf([group]).join('\n')}>{formatNumber(rolesOf(group))}</span>,
    sort: 'roleCount',
    align: 'end',
    width: 'narrow',
  },
  { id: 'active', header: m.groups_column_active(), cell: (group) => <GroupStatusBadge group={group} />, sort: 'status', width: 'time' },
  { id: 'roleNames', header: m.groups_column_role_names(), cell: (group) => <NameList names={roleNamesOf([group])} />, from: 'desktop' },
]

/** The name with its badges. */
function GroupName({ group }: { group: Group }) {
  const badges: BadgeText[] = [
    group.isReserved && { text: m.groups_reserved(), tone: 'info' },
    group.isManagedByProvider && { text: m.groups_managed() },
  ]
  return <BadgedName name={group.groupName} badges={badges} />
}

/** Whether the group currently gives its roles to its members. */
export function GroupStatusBadge({ group }: { group: Group }) {
  return group.status === 'Enabled' ? (
    <Status tone="success">{m.groups_status_enabled()}</Status>
  ) : (
    <Status tone="neutral">{m.groups_status_disabled()}</Status>
  )
}

function UsersLink({ group }: { group: Group }) {
  return (
    <PlainLink
      link={linkOptions({ to: '/user-administration/groups/$groupId/members', params: { groupId: group.groupId }, search: true })}
      aria-label={m.groups_open_members({ count: formatNumber(usersOf(group)), name: group.groupName })}
    >
      {formatNumber(usersOf(group))}
    </PlainLink>
  )
}
