import { createFileRoute } from '@tanstack/react-router'
import { m } from '@steward/contract/paraglide/messages'
import { ReviewTab } from '../../../reference-data/vintages/ReviewTab.tsx'
import { reviewSearch } from '../../../reference-data/vintages/search.ts'

export const Route = createFileRoute('/_shell/reference-data/currencies/currency-schemes_/$scheme/$version/review')({
  validateSearch: reviewSearch,
  staticData: { title: m.vintages_tab_review },
  component: Tab,
})

function Tab() {
  const { scheme, version } = Route.useParams()
  return <ReviewTab scheme={scheme} vintage={version} search={Route.useSearch()} />
}
