import { createFileRoute, Outlet } from '@tanstack/react-router'
import { queryClient } from '../../../api/query.ts'
import { schemesQuery } from '../../../reference-data/schemes/queries.ts'
import { schemesSearch } from '../../../reference-data/schemes/search.ts'
import { SchemesPage } from '../../../reference-data/schemes/SchemesPage.tsx'

export const Route = createFileRoute('/_shell/reference-data/currencies/currency-schemes')({
  validateSearch: schemesSearch,
  loaderDeps: ({ search }) => search,
  // Started, not awaited: the table shows its own skeleton, error and retry.
  loader: ({ deps }) => void queryClient.prefetchQuery(schemesQuery(deps)),
  component: Schemes,
})

function Schemes() {
  return (
    <>
      <SchemesPage search={Route.useSearch()} />
      <Outlet />
    </>
  )
}
