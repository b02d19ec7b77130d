import { linkOptions } from '@tanstack/react-router'
import { m } from '@steward/contract/paraglide/messages'
import type { Role } from '@steward/contract/roles/schemas'
import { BadgedName } from '../ui/display/BadgedName.tsx'
import { timeCell } from '../ui/display/RelativeTime.tsx'
import type { DataColumn } from '../ui/table/columns.ts'
import { PlainLink } from '../ui/display/PlainLink.tsx'
import { formatNumber } from '../i18n/time.ts'
import { actionsOf, groupsOf, usersOf } from './counts.ts'

/** Columns of the roles table. */
export const roleColumns = (): DataColumn<Role>[] => [
  {
    id: 'name',
    header: m.roles_column_name(),
    cell: (role) => <BadgedName name={role.roleName} badges={[role.isReserved && { text: m.roles_reserved(), tone: 'info' }]} />,
    sort: 'roleName',
    width: 'wide',
  },
  { id: 'description', header: m.roles_column_description(), cell: (role) => role.description, width: 'wide', from: 'laptop' },
  {
    id: 'actions',
    header: m.roles_column_actions(),
    cell: (role) => (role.isReserved ? m.roles_all_actions() : formatNumber(actionsOf(role))),
    align: 'end',
    width: 'narrow',
  },
  {
    id: 'groups',
    header: m.roles_column_groups(),
    cell: (role) => <span title={(role.groups ?? []).map((group) => group.groupName).join('\n')}>{formatNumber(groupsOf(role))}</span>,
    sort: 'groupCount',
    align: 'end',
    width: 'narrow',
  },
  {
    id: 'users',
    header: m.roles_column_users(),
    cell: (role) => <UsersLink role={role} />,
    sort: 'userCount',
    align: 'end',
    width: 'narrow',
  },
  {
    id: 'created',
    header: m.roles_column_created(),
    cell: (role) => timeCell(role.roleDetails?.createdTime),
    sort: 'createdTime',
    from: 'desktop',
    width: 'narrow',
  },
]

function UsersLink({ role }: { role: Role }) {
  const count = formatNumber(usersOf(role))
  return (
    <PlainLink
      link={linkOptions({ to: '/user-administration/users', search: { role: [role.roleId] } })}
      aria-label={m.roles_open_users({ count, name: role.roleName })}
    >
      {count}
    </PlainLink>
  )
}
