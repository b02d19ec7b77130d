import { createFileRoute } from '@tanstack/react-router'
import { m } from '@steward/contract/paraglide/messages'
import { queryClient } from '../../../api/query.ts'
import { CompareTab } from '../../../reference-data/vintages/CompareTab.tsx'
import { allVintagesQuery } from '../../../reference-data/vintages/queries.ts'
import { compareSearch } from '../../../reference-data/vintages/search.ts'

export const Route = createFileRoute('/_shell/reference-data/currencies/currency-schemes_/$scheme/$version/compare')({
  validateSearch: compareSearch,
  loader: ({ params }) => void queryClient.prefetchQuery(allVintagesQuery(params.scheme)),
  staticData: { title: m.vintages_tab_compare },
  component: Tab,
})

function Tab() {
  const { scheme, version } = Route.useParams()
  return <CompareTab scheme={scheme} vintage={version} search={Route.useSearch()} />
}
