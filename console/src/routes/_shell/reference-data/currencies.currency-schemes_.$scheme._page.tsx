import { createFileRoute, Outlet } from '@tanstack/react-router'
import { queryClient } from '../../../api/query.ts'
import { vintagesQuery } from '../../../reference-data/vintages/queries.ts'
import { SchemePage } from '../../../reference-data/vintages/SchemePage.tsx'
import { schemeSearch } from '../../../reference-data/vintages/search.ts'

export const Route = createFileRoute('/_shell/reference-data/currencies/currency-schemes_/$scheme/_page')({
  validateSearch: schemeSearch,
  loaderDeps: ({ search }) => search,
  // Started, not awaited: the table shows its own skeleton, error and retry.
  loader: ({ params, deps }) => void queryClient.prefetchQuery(vintagesQuery(params.scheme, deps)),
  component: Scheme,
})

function Scheme() {
  return (
    <>
      <SchemePage code={Route.useParams().scheme} search={Route.useSearch()} />
      <Outlet />
    </>
  )
}
