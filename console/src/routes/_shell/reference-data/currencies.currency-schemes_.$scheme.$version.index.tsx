import { createFileRoute } from '@tanstack/react-router'
import { queryClient } from '../../../api/query.ts'
import { ratesQuery } from '../../../reference-data/rates/queries.ts'
import { RatesTab } from '../../../reference-data/rates/RatesTab.tsx'
import { ratesSearch } from '../../../reference-data/rates/search.ts'

export const Route = createFileRoute('/_shell/reference-data/currencies/currency-schemes_/$scheme/$version/')({
  validateSearch: ratesSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ params, deps }) => void queryClient.prefetchQuery(ratesQuery({ scheme: params.scheme, vintage: params.version }, deps)),
  component: Tab,
})

function Tab() {
  const { scheme, version } = Route.useParams()
  return <RatesTab scheme={scheme} vintage={version} search={Route.useSearch()} />
}
