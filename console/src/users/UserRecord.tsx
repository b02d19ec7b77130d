import { useQuery } from '@tanstack/react-query'
import { linkOptions, useNavigate } from '@tanstack/react-router'
import { m } from '@steward/contract/paraglide/messages'
import type { User } from '@steward/contract/users/schemas'
import { shownMoment } from '../api/moment.ts'
import { usePermission } from '../session/permissions/permissions.ts'
import { useUser } from '../session/token/state.ts'
import { CopyId } from '../ui/display/CopyButton.tsx'
import { RecordMenu } from '../ui/record/RecordMenu.tsx'
import { RelativeTime } from '../ui/display/RelativeTime.tsx'
import { EntityRecord } from '../pages/EntityRecord.tsx'
import { formatNumber } from '../i18n/time.ts'
import { UserStatusBadge } from './columns.tsx'
import { userQuery } from './queries.ts'
import { userMenu } from './userMenu.tsx'
import css from './UserRecord.module.css'
import { useUserActions } from './useUserActions.tsx'
import { fullName } from './labels.ts'

const path = '/user-administration/users/$userId'

/** A user: beside the list or as a page, with tabs that have their own URLs. */
export function UserRecord({ userId }: { userId: string }) {
  const navigate = useNavigate()
  const query = useQuery(userQuery(userId))
  const close = () => void navigate({ to: '/user-administration/users', search: true })
  const tab = (label: string, part: '' | '/access' | '/groups' | '/sessions' | '/history' = '') => ({
    label,
    link: linkOptions({ to: `${path}${part}` as const, params: { userId }, search: true, state: true }),
    exact: part === '',
  })
  return (
    <EntityRecord
      query={query}
      kind={m.users_user()}
      nameOf={fullName}
      listTitle={m.menu_users()}
      statusOf={(user) => <Summary user={user} />}
      factsOf={factsOf}
      actionsOf={(user) => <UserActionsMenu user={user} onDeleted={close} />}
      tabsOf={() => [
        tab(m.record_overview()),
        tab(m.users_tab_access(), '/access'),
        tab(m.users_tab_groups(), '/groups'),
        ...(shownMoment() === undefined ? [tab(m.users_tab_sessions(), '/sessions')] : []),
        tab(m.history_title(), '/history'),
      ]}
      link={{ to: path, params: { userId }, search: true }}
      onClose={close}
      gone={{ title: m.users_gone_title(), text: m.users_gone_text() }}
      errorFallback={m.users_error_get()}
    />
  )
}

const factsOf = ({ userDetails, groups = [], roles = [] }: User) => [
  { term: m.users_column_last_sign_in(), value: <RelativeTime value={userDetails?.lastSignInTime} empty={m.users_never()} /> },
  { term: m.users_column_created(), value: <RelativeTime value={userDetails?.createdTime} /> },
  { term: m.users_column_groups(), value: formatNumber(groups.length) },
  { term: m.users_column_roles(), value: formatNumber(roles.length) },
]

function Summary({ user }: { user: User }) {
  return (
    <span className={css.summary}>
      <UserStatusBadge user={user} />
      <span className={css.email}>{user.email}</span>
      <CopyId value={user.userId} label={m.users_copy_id()} />
    </span>
  )
}

function UserActionsMenu({ user, onDeleted }: { user: User; onDeleted: () => void }) {
  const mayEdit = usePermission('Admin.EditUsers')
  const ownId = useUser().userId
  const navigate = useNavigate()
  const explain = ({ userId }: User) => void navigate({ to: '/user-administration/access', search: { user: userId } })
  const actions = useUserActions((action) => action.kind === 'delete' && onDeleted())
  return (
    <>
      <RecordMenu name={fullName(user)} actions={userMenu(user, { mayEdit, ownId, start: actions.start, explain })} />
      {actions.dialogs}
    </>
  )
}
