import { createFileRoute } from '@tanstack/react-router'
import { m } from '@steward/contract/paraglide/messages'
import { queryClient } from '../../../api/query.ts'
import { CreateCurrencyPanel } from '../../../reference-data/currencies/CreateCurrencyPanel.tsx'
import { allCurrenciesQuery } from '../../../reference-data/currencies/queries.ts'

export const Route = createFileRoute('/_shell/reference-data/currencies/currency/new')({
  loader: () => void queryClient.prefetchQuery(allCurrenciesQuery),
  staticData: { title: m.currencies_create, panel: true },
  component: CreateCurrencyPanel,
})
