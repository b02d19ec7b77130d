import { createFileRoute } from '@tanstack/react-router'
import { m } from '@steward/contract/paraglide/messages'
import { HistoryTab } from '../../../reference-data/rates/HistoryTab.tsx'
import { pairSearch } from '../../../reference-data/rates/search.ts'
import { preloadCharts } from '../../../ui/chart/preloadCharts.ts'

export const Route = createFileRoute('/_shell/reference-data/currencies/currency-schemes_/$scheme/$version/history')({
  validateSearch: pairSearch,
  loader: () => void preloadCharts(),
  staticData: { title: m.rates_tab_history },
  component: Tab,
})

function Tab() {
  const { scheme, version } = Route.useParams()
  return <HistoryTab scheme={scheme} vintage={version} search={Route.useSearch()} />
}
