import { createFileRoute, Outlet } from '@tanstack/react-router'
import { ShieldCheck } from 'lucide-react'
import { queryClient } from '../../../api/query.ts'
import { rolesQuery } from '../../../roles/queries.ts'
import { RolesPage } from '../../../roles/RolesPage.tsx'
import { rolesSearch } from '../../../roles/search.ts'

export const Route = createFileRoute('/_shell/user-administration/roles')({
  staticData: { icon: ShieldCheck },
  validateSearch: rolesSearch,
  loaderDeps: ({ search }) => search,
  // Started, not awaited: the table shows its own skeleton, error and retry.
  loader: ({ deps }) => void queryClient.prefetchQuery(rolesQuery(deps)),
  component: Roles,
})

function Roles() {
  return (
    <>
      <RolesPage search={Route.useSearch()} />
      <Outlet />
    </>
  )
}
