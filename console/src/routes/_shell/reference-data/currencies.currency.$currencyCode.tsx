import { createFileRoute } from '@tanstack/react-router'
import { m } from '@steward/contract/paraglide/messages'
import { queryClient } from '../../../api/query.ts'
import { CurrencyPanel } from '../../../reference-data/currencies/CurrencyPanel.tsx'
import { currencyQuery } from '../../../reference-data/currencies/queries.ts'

export const Route = createFileRoute('/_shell/reference-data/currencies/currency/$currencyCode')({
  loader: ({ params }) => void queryClient.prefetchQuery(currencyQuery(params.currencyCode)),
  staticData: { title: m.currencies_currency, panel: true },
  component: Currency,
})

function Currency() {
  return <CurrencyPanel currencyCode={Route.useParams().currencyCode} />
}
