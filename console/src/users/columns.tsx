import { m } from '@steward/contract/paraglide/messages'
import type { User } from '@steward/contract/users/schemas'
import { nameParts } from '../i18n/format.ts'
import { Status } from '../ui/display/Badge.tsx'
import { NameList } from '../ui/display/NameList.tsx'
import { timeCell } from '../ui/display/RelativeTime.tsx'
import type { DataColumn } from '../ui/table/columns.ts'
import css from './users.module.css'
import { factorLabels } from '../change-text/userLabels.ts'
import { fullName, userState } from './labels.ts'
import { serverNow } from '../i18n/serverTime.ts'

/** Columns of the users table. */
export const userColumns = (): DataColumn<User>[] => [
  { id: 'name', header: m.users_column_name(), cell: (user) => fullName(user), sort: nameParts()[0], width: 'person' },
  { id: 'email', header: m.users_column_email(), cell: (user) => user.email, sort: 'username', width: 'wide' },
  { id: 'status', header: m.users_column_status(), cell: (user) => <UserStatusBadge user={user} />, sort: 'status', width: 'narrow' },
  {
    id: 'groups',
    header: m.users_column_groups(),
    cell: (user) => <NameList names={(user.groups ?? []).map((group) => group.groupName)} />,
    from: 'laptop',
  },
  {
    id: 'roles',
    header: m.users_column_roles(),
    cell: (user) => <NameList names={(user.roles ?? []).map((role) => role.roleName)} />,
    from: 'widescreen',
  },
  {
    id: 'lastSignIn',
    header: m.users_column_last_sign_in(),
    cell: (user) => timeCell(user.userDetails?.lastSignInTime, m.users_never()),
    sort: 'lastSignInTime',
    from: 'desktop',
    width: 'time',
  },
  {
    id: 'created',
    header: m.users_column_created(),
    cell: (user) => timeCell(user.userDetails?.createdTime),
    sort: 'createdTime',
    from: 'ultrawide',
    width: 'time',
  },
  { id: 'familyName', header: m.users_field_family_name(), cell: (user) => user.familyName, sort: 'familyName', optional: true },
  {
    id: 'factors',
    header: m.users_factors(),
    cell: (user) => <NameList names={(user.factors ?? []).map((kind) => factorLabels[kind]())} />,
    optional: true,
  },
  {
    id: 'updated',
    header: m.users_column_updated(),
    cell: (user) => timeCell(user.userDetails?.updatedTime),
    optional: true,
    width: 'time',
  },
]

/** Active, invited, disabled, locked. */
export function UserStatusBadge({ user }: { user: User }) {
  const { tone, label } = userState(user, serverNow())
  return tone === undefined ? <span className={css.plain}>{label}</span> : <Status tone={tone}>{label}</Status>
}
