import { useQuery } from '@tanstack/react-query'
import { Outlet, useNavigate } from '@tanstack/react-router'
import { Ellipsis } from 'lucide-react'
import { Suspense } from 'react'
import type { Group } from '@steward/contract/groups/schemas'
import { m } from '@steward/contract/paraglide/messages'
import { isGone } from '../api/problem.ts'
import { usePermission } from '../session/permissions/permissions.ts'
import { useDocumentTitle } from '../pages/titles.ts'
import { Badge } from '../ui/display/Badge.tsx'
import { IconButton } from '../ui/form/Button.tsx'
import { CopyId } from '../ui/display/CopyButton.tsx'
import { Menu, MenuItem } from '../ui/overlay/Menu.tsx'
import { PanelBody, SidePanel } from '../ui/overlay/SidePanel.tsx'
import { EmptyState, ErrorState, SkeletonLines } from '../ui/display/states.tsx'
import { TabLinks } from '../ui/display/TabLinks.tsx'
import { formatNumber } from '../i18n/time.ts'
import { GroupStatusBadge } from './columns.tsx'
import { groupMenu } from './groupMenu.tsx'
import shared from './groups.module.css'
import css from './GroupPanel.module.css'
import { groupQuery } from './queries.ts'
import { useGroupActions } from './useGroupActions.tsx'
import { rolesOf, usersOf } from './groupDetails.ts'

const path = '/user-administration/groups/$groupId'

/** A group's panel over the list, with one tab per aspect; each tab has its own URL. */
export function GroupPanel({ groupId }: { groupId: string }) {
  const navigate = useNavigate()
  const query = useQuery(groupQuery(groupId))
  const group = query.data?.data
  const close = () => void navigate({ to: '/user-administration/groups', search: true })
  useDocumentTitle(group ? group.groupName : m.menu_groups())
  const gone = isGone(query.error)
  return (
    <SidePanel
      size="medium"
      title={group ? group.groupName : m.groups_group()}
      description={group ? <Summary group={group} /> : undefined}
      actions={group && !gone ? <GroupActionsMenu group={group} onDeleted={close} /> : undefined}
      onClose={close}
    >
      {query.isPending ? (
        <PanelBody>
          <SkeletonLines count={10} />
        </PanelBody>
      ) : gone ? (
        <PanelBody>
          <EmptyState title={m.groups_gone_title()}>{m.groups_gone_text()}</EmptyState>
        </PanelBody>
      ) : group === undefined ? (
        <PanelBody>
          <ErrorState
            error={query.error}
            fallback={m.groups_error_get()}
            onRetry={() => void query.refetch()}
            retrying={query.isFetching}
          />
        </PanelBody>
      ) : (
        <>
          <TabLinks
            inPanel
            label={m.groups_tabs()}
            tabs={[
              { label: m.groups_tab_details(), link: { to: path, params: { groupId }, search: true }, exact: true },
              {
                label: <Counted text={m.groups_tab_members()} count={usersOf(group)} />,
                link: { to: `${path}/members`, params: { groupId }, search: true },
              },
              {
                label: <Counted text={m.groups_tab_roles()} count={rolesOf(group)} />,
                link: { to: `${path}/roles`, params: { groupId }, search: true },
              },
              { label: m.history_title(), link: { to: `${path}/history`, params: { groupId }, search: true } },
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
      <Menu trigger={<IconButton label={m.ui_row_actions({ name: group.groupName })} icon={<Ellipsis />} />}>
        {groupMenu(group, { mayEdit, start: actions.start }).map((action) => (
          <MenuItem key={action.label} {...action} />
        ))}
      </Menu>
      {actions.dialogs}
    </>
  )
}
