import { createFileRoute, Outlet } from '@tanstack/react-router'
import { queryClient } from '../../../api/query.ts'
import { CurrenciesPage } from '../../../reference-data/currencies/CurrenciesPage.tsx'
import { currenciesQuery } from '../../../reference-data/currencies/queries.ts'
import { currenciesSearch } from '../../../reference-data/currencies/search.ts'

export const Route = createFileRoute('/_shell/reference-data/currencies/currency')({
  validateSearch: currenciesSearch,
  loaderDeps: ({ search }) => search,
  // Started, not awaited: the table shows its own skeleton, error and retry.
  loader: ({ deps }) => void queryClient.prefetchQuery(currenciesQuery(deps)),
  component: Currencies,
})

function Currencies() {
  return (
    <>
      <CurrenciesPage search={Route.useSearch()} />
      <Outlet />
    </>
  )
}
