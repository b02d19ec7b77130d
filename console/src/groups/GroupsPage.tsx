import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { Trash2, UserCheck, UserX, Plus } from 'lucide-react'
import { exportGroups } from '@steward/contract/groups/endpoints'
import type { Group } from '@steward/contract/groups/schemas'
import { m } from '@steward/contract/paraglide/messages'
import { groupsPerTenant } from '@steward/contract/rules/name-rules'
import { ExplainLink } from '../access/ExplainLink.tsx'
import { api } from '../api/client.ts'
import { queryClient } from '../api/query.ts'
import { SavedViews } from '../saved-views/SavedViews.tsx'
import { useCan, usePermission } from '../session/permissions/permissions.ts'
import { ExportButton } from '../exports/ExportButton.tsx'
import { ButtonLink } from '../ui/form/ButtonLink.tsx'
import { MultiFilterMenu } from '../ui/filter/FilterMenu.tsx'
import { FilterPicker } from '../ui/filter/FilterPicker.tsx'
import { PageHeader } from '../ui/display/PageHeader.tsx'
import { SearchBox } from '../ui/filter/SearchBox.tsx'
import { EmptyState, NoAccess } from '../ui/display/states.tsx'
import { peekState } from '../ui/record/view.ts'
import { BulkButtons } from '../ui/table/BulkButtons.tsx'
import { DataTable } from '../ui/table/DataTable.tsx'
import { useSearchChange } from '../ui/table/useSearchChange.ts'
import { roleChoices } from '../users/choiceSources.ts'
import { groupColumns } from './columns.tsx'
import { groupMenu } from './groupMenu.tsx'
import { groupCountQuery, groupsQuery } from './queries.ts'
import { defaultSort, filterQuery, groupsSearch, isFiltered, noFilters, type GroupsSearch } from './search.ts'
import { useGroupActions } from './useGroupActions.tsx'
import { editReason } from './permissions.ts'

const path = '/user-administration/groups'
const columns = groupColumns()
const groupId = (group: Group) => group.groupId
const groupName = (group: Group) => group.groupName

/** The list of groups (specification 2, section 2). Its panels are child routes. */
export function GroupsPage({ search }: { search: GroupsSearch }) {
  const mayView = usePermission('Admin.ViewGroups')
  if (!mayView) return <NoAccess missing={m.groups_view_permission()} />
  return (
    <>
      <PageHeader title={m.menu_groups()} sentence={m.groups_sentence()} actions={<PageActions />} />
      <GroupsTable search={search} />
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
  const mayEdit = usePermission('Admin.EditGroups')
  const count = useQuery(groupCountQuery).data?.totalCount ?? 0
  const reason = editReason(mayEdit) ?? (count >= groupsPerTenant ? m.error_group_limit_reached() : undefined)
  return (
    <ButtonLink kind="primary" icon={<Plus />} disabledReason={reason} link={{ to: `${path}/new`, search: true }}>
      {m.groups_create()}
    </ButtonLink>
  )
}

const bulk = [
  { kind: 'enable', label: m.groups_enable, icon: <UserCheck /> },
  { kind: 'disable', label: m.groups_disable, icon: <UserX /> },
  { kind: 'delete', label: m.groups_delete, icon: <Trash2 /> },
] as const

function GroupsTable({ search }: { search: GroupsSearch }) {
  const query = useQuery(groupsQuery(search))
  const filter = filterQuery(search)
  const mayEdit = usePermission('Admin.EditGroups')
  const open = useParams({ strict: false })
  const actions = useGroupActions()
  const change = useSearchChange(groupsSearch)
  return (
    <>
      <DataTable
        name="groups"
        label={m.menu_groups()}
        columns={columns}
        query={query}
        rowId={groupId}
        rowName={groupName}
        search={{ ...search, sort: search.sort ?? defaultSort }}
        onSearchChange={change}
        rowLink={(group) => ({
          to: `${path}/$groupId`,
          params: { groupId: group.groupId },
          search: true,
          state: peekState(group.groupId === open.groupId),
        })}
        openId={open.groupId}
        rowActions={(group) => groupMenu(group, { mayEdit, start: actions.start })}
        bulkActions={(selected) => (
          <BulkButtons actions={bulk} reason={editReason(mayEdit)} onStart={(kind) => actions.start({ kind, groups: selected.rows })} />
        )}
        views={<SavedViews list="groups" read={groupsSearch} />}
        toolbar={<GroupFilters search={search} onChange={change} />}
        tools={
          <ExportButton
            input={{ kind: 'groups', filter }}
            page={() => queryClient.ensureQueryData(groupsQuery(search))}
            atOnce={() => api(exportGroups, { query: filter })}
          />
        }
        empty={
          <EmptyState title={m.groups_empty_title()} actions={<CreateLink />}>
            {m.groups_empty_text()}
          </EmptyState>
        }
        isFiltered={isFiltered(search)}
        onClearFilters={() => change(noFilters)}
        errorFallback={m.groups_error_list()}
      />
      {actions.dialogs}
    </>
  )
}

function GroupFilters({ search, onChange }: { search: GroupsSearch; onChange: (patch: Partial<GroupsSearch>) => void }) {
  const can = useCan()
  return (
    <>
      <SearchBox label={m.groups_search()} value={search.q ?? ''} onChange={(q) => onChange({ q })} />
      <MultiFilterMenu
        label={m.groups_filter_status()}
        options={[
          { value: 'Enabled', label: m.groups_status_enabled() },
          { value: 'Disabled', label: m.groups_status_disabled() },
        ]}
        values={search.status ?? []}
        onChange={(status) => onChange({ status })}
      />
      {can('Admin.ViewRoles') ? (
        <FilterPicker
          label={m.groups_filter_role()}
          source={roleChoices}
          values={search.role ?? []}
          onChange={(role) => onChange({ role })}
        />
      ) : null}
    </>
  )
}
