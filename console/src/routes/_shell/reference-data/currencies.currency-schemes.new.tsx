import { createFileRoute } from '@tanstack/react-router'
import { m } from '@steward/contract/paraglide/messages'
import { queryClient } from '../../../api/query.ts'
import { allCurrenciesQuery } from '../../../reference-data/currencies/queries.ts'
import { CreateSchemePanel } from '../../../reference-data/schemes/CreateSchemePanel.tsx'

export const Route = createFileRoute('/_shell/reference-data/currencies/currency-schemes/new')({
  loader: () => void queryClient.prefetchQuery(allCurrenciesQuery),
  staticData: { title: m.schemes_create, panel: true },
  component: CreateSchemePanel,
})
