import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { Upload, UserPlus } from 'lucide-react'
import { m } from '@steward/contract/paraglide/messages'
import { exportUsers } from '@steward/contract/users/endpoints'
import type { User } from '@steward/contract/users/schemas'
import { api } from '../api/client.ts'
import { queryClient } from '../api/query.ts'
import { SavedViews } from '../saved-views/SavedViews.tsx'
import { usePermission } from '../session/permissions/permissions.ts'
import { useUser } from '../session/token/state.ts'
import { ExportButton } from '../exports/ExportButton.tsx'
import { ButtonLink } from '../ui/form/ButtonLink.tsx'
import { PageHeader } from '../ui/display/PageHeader.tsx'
import { EmptyState, NoAccess } from '../ui/display/states.tsx'
import { deferred } from '../ui/overlay/deferred.tsx'
import { peekState } from '../ui/record/view.ts'
import { DataTable } from '../ui/table/DataTable.tsx'
import { useTableLayout } from '../ui/table/layout.ts'
import { totalText } from '../ui/table/Pagination.tsx'
import { useSearchChange } from '../ui/table/useSearchChange.ts'
import { userColumns } from './columns.tsx'
import type { ChangeRunProps } from './ChangeRun.tsx'
import { usersQuery } from './queries.ts'
import { defaultSort, filterQuery, isFiltered, noFilters, usersSearch, type UsersSearch } from './search.ts'
import type { UserBulkButtonsProps } from './UserBulkButtons.tsx'
import { UserFilters } from './UserFilters.tsx'
import { userMenu } from './userMenu.tsx'
import { useUserActions } from './useUserActions.tsx'
import { editReason, fullName } from './labels.ts'

// Only shown while and after all matching users are changed.
const ChangeRun = deferred<ChangeRunProps & { open?: boolean }>(() => import('./ChangeRun.tsx').then((module) => module.ChangeRun))

// Comes with the first selected row.
const UserBulkButtons = deferred<UserBulkButtonsProps & { open?: boolean }>(
  async () => (await import('./UserBulkButtons.tsx')).UserBulkButtons,
)

const users = '/user-administration/users'
const columns = userColumns()
const userId = (user: User) => user.userId

/** The list of users (specification 2, section 2). Panels over it are its child routes. */
export function UsersPage({ search }: { search: UsersSearch }) {
  const mayView = usePermission('Admin.ViewUsers')
  if (!mayView) return <NoAccess missing={m.users_view_permission()} />
  return (
    <>
      <PageHeader title={m.menu_users()} count={<Total search={search} />} sentence={m.users_sentence()} actions={<CreateLink />} />
      <UsersTable search={search} />
    </>
  )
}

/** The page of the list, with the columns that are shown. */
function useUsers(search: UsersSearch) {
  const [layout] = useTableLayout('users')
  return useQuery(usersQuery(search, layout))
}

/** How many users match, as below the list. */
function Total({ search }: { search: UsersSearch }) {
  const { data } = useUsers(search)
  return data ? totalText(data.totalCount, data.totalIsExact) : null
}

function CreateLink() {
  const reason = editReason(usePermission('Admin.EditUsers'))
  return (
    <ButtonLink kind="primary" icon={<UserPlus />} disabledReason={reason} link={{ to: `${users}/new`, search: true }}>
      {m.users_create()}
    </ButtonLink>
  )
}

function UsersTable({ search }: { search: UsersSearch }) {
  const query = useUsers(search)
  const mayEdit = usePermission('Admin.EditUsers')
  const ownId = useUser().userId
  const open = useParams({ strict: false })
  const change = useSearchChange(usersSearch)
  const navigate = useNavigate()
  const showRun = (run: string | undefined) => change({ run, page: search.page })
  const actions = useUserActions(undefined, showRun)
  const { sort: _, ...filter } = filterQuery(search)
  const explain = (user: User) => void navigate({ to: '/user-administration/access', search: { user: user.userId } })
  return (
    <>
      {search.run === undefined ? null : <ChangeRun key={search.run} userChangeId={search.run} onShow={showRun} />}
      <DataTable
        name="users"
        label={m.menu_users()}
        columns={columns}
        query={query}
        rowId={userId}
        rowName={fullName}
        search={{ ...search, sort: search.sort ?? defaultSort() }}
        onSearchChange={change}
        rowLink={(user) => ({
          to: `${users}/$userId`,
          params: { userId: user.userId },
          search: true,
          state: peekState(user.userId === open.userId),
        })}
        openId={open.userId}
        rowActions={(user) => userMenu(user, { mayEdit, ownId, start: actions.start, explain })}
        bulkActions={(selected) => (
          <UserBulkButtons selected={selected} filter={filter} reason={editReason(mayEdit)} start={actions.start} />
        )}
        selectsAll
        views={<SavedViews list="users" read={usersSearch} />}
        toolbar={<UserFilters search={search} onChange={change} />}
        tools={<Tools search={search} />}
        empty={<FirstUser />}
        isFiltered={isFiltered(search)}
        onClearFilters={() => change(noFilters)}
        errorFallback={m.users_error_list()}
      />
      {actions.dialogs}
    </>
  )
}

/** Export of the filtered list, and import. */
function Tools({ search }: { search: UsersSearch }) {
  const filter = filterQuery(search)
  const reason = editReason(usePermission('Admin.EditUsers'))
  return (
    <>
      <ButtonLink icon={<Upload />} disabledReason={reason} link={{ to: `${users}/import`, search: true }}>
        {m.users_import()}
      </ButtonLink>
      <ExportButton
        input={{ kind: 'users', filter }}
        page={() => queryClient.ensureQueryData(usersQuery(search))}
        atOnce={() => api(exportUsers, { query: filter })}
      />
    </>
  )
}

/** The list is empty only for administrators who cannot see other users. */
function FirstUser() {
  return (
    <EmptyState title={m.users_empty_title()} actions={<CreateLink />}>
      {m.users_empty_text()}
    </EmptyState>
  )
}
