import { createFileRoute } from '@tanstack/react-router'
import { ShieldCheck } from 'lucide-react'
import { queryClient } from '../../../api/query.ts'
import { rolesQuery } from '../../../roles/queries.ts'
import { RolesPage } from '../../../roles/RolesPage.tsx'
import { rolesSearch } from '../../../roles/search.ts'
import { RecordLayout } from '../../../ui/record/RecordLayout.tsx'

export const Route = createFileRoute('/_shell/user-administration/roles')({
  staticData: { hasPast: true, icon: ShieldCheck },
  validateSearch: rolesSearch,
  loaderDeps: ({ search }) => search,
  // Started, not awaited: the table shows its own skeleton, error and retry.
  loader: ({ deps }) => void queryClient.prefetchQuery(rolesQuery(deps)),
  component: Roles,
})

function Roles() {
  return <RecordLayout list={<RolesPage search={Route.useSearch()} />} />
}
