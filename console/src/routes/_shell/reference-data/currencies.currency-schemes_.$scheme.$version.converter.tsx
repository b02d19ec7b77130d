import { createFileRoute } from '@tanstack/react-router'
import { m } from '@steward/contract/paraglide/messages'
import { ConverterTab } from '../../../reference-data/rates/ConverterTab.tsx'
import { converterSearch } from '../../../reference-data/rates/search.ts'

export const Route = createFileRoute('/_shell/reference-data/currencies/currency-schemes_/$scheme/$version/converter')({
  validateSearch: converterSearch,
  staticData: { title: m.rates_tab_converter },
  component: Tab,
})

function Tab() {
  const { scheme, version } = Route.useParams()
  return <ConverterTab scheme={scheme} vintage={version} search={Route.useSearch()} />
}
