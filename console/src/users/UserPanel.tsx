import { useQuery } from '@tanstack/react-query'
import { Outlet, useNavigate } from '@tanstack/react-router'
import { Ellipsis } from 'lucide-react'
import { Suspense } from 'react'
import { m } from '@steward/contract/paraglide/messages'
import type { User } from '@steward/contract/users/schemas'
import { isGone } from '../api/problem.ts'
import { usePermission } from '../session/permissions/permissions.ts'
import { useUser } from '../session/token/state.ts'
import { useDocumentTitle } from '../pages/titles.ts'
import { IconButton } from '../ui/form/Button.tsx'
import { CopyId } from '../ui/display/CopyButton.tsx'
import { Menu, MenuItem } from '../ui/overlay/Menu.tsx'
import { PanelBody, SidePanel } from '../ui/overlay/SidePanel.tsx'
import { EmptyState, ErrorState, SkeletonLines } from '../ui/display/states.tsx'
import { TabLinks } from '../ui/display/TabLinks.tsx'
import { UserStatusBadge } from './columns.tsx'
import { userQuery } from './queries.ts'
import { userMenu } from './userMenu.tsx'
import css from './UserPanel.module.css'
import { useUserActions } from './useUserActions.tsx'
import { fullName } from './labels.ts'

const path = '/user-administration/users/$userId'

/** A user over the list: a header and tabs, each with its own URL. */
export function UserPanel({ userId }: { userId: string }) {
  const navigate = useNavigate()
  const query = useQuery(userQuery(userId))
  const user = query.data?.data
  const close = () => void navigate({ to: '/user-administration/users', search: true })
  useDocumentTitle(user ? fullName(user) : m.menu_users())
  return (
    <SidePanel
      size="wide"
      title={user ? fullName(user) : m.users_user()}
      description={user ? <Summary user={user} /> : undefined}
      actions={user ? <UserActionsMenu user={user} onDeleted={close} /> : undefined}
      onClose={close}
    >
      {query.isPending ? (
        <PanelBody>
          <SkeletonLines count={10} />
        </PanelBody>
      ) : query.error && (user === undefined || isGone(query.error)) ? (
        <PanelBody>
          <Unavailable error={query.error} onRetry={() => void query.refetch()} retrying={query.isFetching} />
        </PanelBody>
      ) : (
        <>
          <TabLinks
            inPanel
            label={m.users_tabs()}
            tabs={[
              { label: m.users_tab_profile(), link: { to: path, params: { userId }, search: true }, exact: true },
              { label: m.users_tab_groups(), link: { to: `${path}/groups`, params: { userId }, search: true } },
              { label: m.users_tab_access(), link: { to: `${path}/access`, params: { userId }, search: true } },
              { label: m.users_tab_sessions(), link: { to: `${path}/sessions`, params: { userId }, search: true } },
              { label: m.history_title(), link: { to: `${path}/history`, params: { userId }, search: true } },
            ]}
          />
          <PanelBody>
            <Suspense fallback={<SkeletonLines count={8} />}>
              <Outlet />
            </Suspense>
          </PanelBody>
        </>
      )}
    </SidePanel>
  )
}

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
      <Menu trigger={<IconButton label={m.ui_row_actions({ name: fullName(user) })} icon={<Ellipsis />} />}>
        {userMenu(user, { mayEdit, ownId, start: actions.start, explain }).map((action) => (
          <MenuItem key={action.label} {...action} />
        ))}
      </Menu>
      {actions.dialogs}
    </>
  )
}

function Unavailable({ error, onRetry, retrying }: { error: unknown; onRetry: () => void; retrying: boolean }) {
  if (isGone(error)) return <EmptyState title={m.users_gone_title()}>{m.users_gone_text()}</EmptyState>
  return <ErrorState error={error} fallback={m.users_error_get()} onRetry={onRetry} retrying={retrying} />
}
