import { createFileRoute } from '@tanstack/react-router'
import { m } from '@steward/contract/paraglide/messages'
import { CompareTab } from '../../../access/CompareTab.tsx'
import { compareSearch } from '../../../access/search.ts'

export const Route = createFileRoute('/_shell/user-administration/access/compare')({
  staticData: { title: m.access_tab_compare },
  validateSearch: compareSearch,
  component: Compare,
})

function Compare() {
  return <CompareTab search={Route.useSearch()} />
}
