import { useQuery } from '@tanstack/react-query'
import { linkOptions, useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { m } from '@steward/contract/paraglide/messages'
import type { Role } from '@steward/contract/roles/schemas'
import { formatNumber } from '../i18n/time.ts'
import { usePermission } from '../session/permissions/permissions.ts'
import { Badge } from '../ui/display/Badge.tsx'
import { CopyId } from '../ui/display/CopyButton.tsx'
import { RelativeTime } from '../ui/display/RelativeTime.tsx'
import { EntityRecord } from '../pages/EntityRecord.tsx'
import { CountedTab, RecordSummary } from '../ui/record/parts.tsx'
import { RecordMenu } from '../ui/record/RecordMenu.tsx'
import { actionsOf, groupsOf, reachOf, usersOf } from './counts.ts'
import { roleQuery } from './queries.ts'
import { roleMenu } from './roleMenu.tsx'
import { useRoleDelete } from './useRoleDelete.tsx'

const path = '/user-administration/roles/$roleId'

/** A role: beside the list or as a page, with tabs that have their own URLs. */
export function RoleRecord({ roleId }: { roleId: string }) {
  const navigate = useNavigate()
  const query = useQuery(roleQuery(roleId))
  const close = () => void navigate({ to: '/user-administration/roles', search: true })
  const tab = (label: ReactNode, part: '' | '/actions' | '/history' = '') => ({
    label,
    link: linkOptions({ to: `${path}${part}` as const, params: { roleId }, search: true, state: true }),
    exact: part === '',
  })
  return (
    <EntityRecord
      query={query}
      kind={m.roles_role()}
      nameOf={(role) => role.roleName}
      listTitle={m.menu_roles()}
      statusOf={(role) => <Summary role={role} />}
      factsOf={factsOf}
      actionsOf={(role) => <RoleActionsMenu role={role} onDeleted={close} />}
      tabsOf={(role) => [
        tab(m.record_overview()),
        tab(<CountedTab text={m.roles_actions()} count={actionsOf(role)} />, '/actions'),
        tab(m.history_title(), '/history'),
      ]}
      link={{ to: path, params: { roleId }, search: true }}
      onClose={close}
      gone={{ title: m.roles_gone_title(), text: m.roles_gone_text() }}
      errorFallback={m.roles_error_get()}
    />
  )
}

const factsOf = (role: Role) => [
  { term: m.roles_column_actions(), value: role.isReserved ? m.roles_all_actions() : formatNumber(actionsOf(role)) },
  { term: m.roles_column_groups(), value: formatNumber(groupsOf(role)) },
  { term: m.roles_column_users(), value: formatNumber(usersOf(role)) },
  { term: m.roles_column_created(), value: <RelativeTime value={role.roleDetails?.createdTime} /> },
]

function Summary({ role }: { role: Role }) {
  return (
    <RecordSummary>
      {role.isReserved ? <Badge tone="info">{m.roles_reserved()}</Badge> : null}
      {m.roles_used_by(reachOf(role))}
      <CopyId value={role.roleId} label={m.roles_copy_id()} />
    </RecordSummary>
  )
}

function RoleActionsMenu({ role, onDeleted }: { role: Role; onDeleted: () => void }) {
  const navigate = useNavigate()
  const mayEdit = usePermission('Admin.EditRoles')
  const deletion = useRoleDelete(onDeleted)
  const duplicate = () =>
    void navigate({ to: '/user-administration/roles/new', search: (previous) => ({ ...previous, from: role.roleId }) })
  return (
    <>
      <RecordMenu name={role.roleName} actions={roleMenu(role, { mayEdit, onDelete: deletion.start, onDuplicate: duplicate })} />
      {deletion.dialogs}
    </>
  )
}
