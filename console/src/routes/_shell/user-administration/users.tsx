import { createFileRoute } from '@tanstack/react-router'
import { Users } from 'lucide-react'
import { queryClient } from '../../../api/query.ts'
import { usersQuery } from '../../../users/queries.ts'
import { usersSearch } from '../../../users/search.ts'
import { RecordLayout } from '../../../ui/record/RecordLayout.tsx'
import { UsersPage } from '../../../users/UsersPage.tsx'

export const Route = createFileRoute('/_shell/user-administration/users')({
  staticData: { hasPast: true, icon: Users },
  validateSearch: usersSearch,
  loaderDeps: ({ search }) => search,
  // Started, not awaited: the table shows its own skeleton, error and retry.
  loader: ({ deps }) => void queryClient.prefetchQuery(usersQuery(deps)),
  component: UserManagement,
})

function UserManagement() {
  return <RecordLayout list={<UsersPage search={Route.useSearch()} />} />
}
