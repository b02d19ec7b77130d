import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { Plus, Trash2 } from 'lucide-react'
import { m } from '@steward/contract/paraglide/messages'
import { exportRoles } from '@steward/contract/roles/endpoints'
import type { Role } from '@steward/contract/roles/schemas'
import { ExplainLink } from '../access/ExplainLink.tsx'
import { api } from '../api/client.ts'
import { queryClient } from '../api/query.ts'
import { SavedViews } from '../saved-views/SavedViews.tsx'
import { usePermission } from '../session/permissions/permissions.ts'
import { ExportButton } from '../exports/ExportButton.tsx'
import { ButtonLink } from '../ui/form/ButtonLink.tsx'
import { FilterPicker } from '../ui/filter/FilterPicker.tsx'
import { PageHeader } from '../ui/display/PageHeader.tsx'
import { SearchBox } from '../ui/filter/SearchBox.tsx'
import { EmptyState, NoAccess } from '../ui/display/states.tsx'
import { peekState } from '../ui/record/view.ts'
import { BulkButtons } from '../ui/table/BulkButtons.tsx'
import { DataTable } from '../ui/table/DataTable.tsx'
import { useSearchChange } from '../ui/table/useSearchChange.ts'
import { actionChoices } from './actionChoices.ts'
import { roleColumns } from './columns.tsx'
import { rolesQuery } from './queries.ts'
import { roleMenu } from './roleMenu.tsx'
import { defaultSort, filterQuery, isFiltered, noFilters, rolesSearch, type RolesSearch } from './search.ts'
import { useRoleDelete } from './useRoleDelete.tsx'
import { editReason } from './permissions.ts'

const path = '/user-administration/roles'
const columns = roleColumns()
const roleId = (role: Role) => role.roleId
const roleName = (role: Role) => role.roleName

/** The list of roles (specification 2, section 2). Panels over it are its child routes. */
export function RolesPage({ search }: { search: RolesSearch }) {
  const mayView = usePermission('Admin.ViewRoles')
  if (!mayView) return <NoAccess missing={m.roles_view_permission()} />
  return (
    <>
      <PageHeader title={m.menu_roles()} sentence={m.roles_sentence()} actions={<PageActions />} />
      <RolesTable search={search} />
    </>
  )
}

function PageActions() {
  return (
    <>
      <ExplainLink />
      <CreateLink />
    </>
  )
}

function CreateLink() {
  const reason = editReason(usePermission('Admin.EditRoles'))
  return (
    <ButtonLink kind="primary" icon={<Plus />} disabledReason={reason} link={{ to: `${path}/new`, search: true }}>
      {m.roles_create()}
    </ButtonLink>
  )
}

const bulk = [{ kind: 'delete', label: m.roles_delete, icon: <Trash2 /> }]

function RolesTable({ search }: { search: RolesSearch }) {
  const navigate = useNavigate()
  const query = useQuery(rolesQuery(search))
  const filter = filterQuery(search)
  const mayEdit = usePermission('Admin.EditRoles')
  const open = useParams({ strict: false })
  const deletion = useRoleDelete()
  const change = useSearchChange(rolesSearch)
  const duplicate = (role: Role) => void navigate({ to: `${path}/new`, search: (previous) => ({ ...previous, from: role.roleId }) })
  return (
    <>
      <DataTable
        name="roles"
        label={m.menu_roles()}
        columns={columns}
        query={query}
        rowId={roleId}
        rowName={roleName}
        search={{ ...search, sort: search.sort ?? defaultSort }}
        onSearchChange={change}
        rowLink={(role) => ({
          to: `${path}/$roleId`,
          params: { roleId: role.roleId },
          search: true,
          state: peekState(role.roleId === open.roleId),
        })}
        openId={open.roleId}
        rowActions={(role) => roleMenu(role, { mayEdit, onDelete: deletion.start, onDuplicate: duplicate })}
        bulkActions={(selected) => (
          <BulkButtons actions={bulk} reason={editReason(mayEdit)} onStart={() => deletion.start(selected.rows)} />
        )}
        views={<SavedViews list="roles" read={rolesSearch} />}
        toolbar={
          <>
            <SearchBox label={m.roles_search()} value={search.q ?? ''} onChange={(q) => change({ q })} />
            <FilterPicker
              label={m.roles_filter_action()}
              source={actionChoices}
              values={search.action ?? []}
              onChange={(action) => change({ action })}
            />
          </>
        }
        tools={
          <ExportButton
            input={{ kind: 'roles', filter }}
            page={() => queryClient.ensureQueryData(rolesQuery(search))}
            atOnce={() => api(exportRoles, { query: filter })}
          />
        }
        empty={
          <EmptyState title={m.roles_empty_title()} actions={<CreateLink />}>
            {m.roles_empty_text()}
          </EmptyState>
        }
        isFiltered={isFiltered(search)}
        onClearFilters={() => change(noFilters)}
        errorFallback={m.roles_error_list()}
      />
      {deletion.dialogs}
    </>
  )
}
