import { createFileRoute } from '@tanstack/react-router'
import { m } from '@steward/contract/paraglide/messages'
import { AsOfTab } from '../../../access/AsOfTab.tsx'
import { asOfSearch } from '../../../access/search.ts'

export const Route = createFileRoute('/_shell/user-administration/access/as-of')({
  staticData: { title: m.access_tab_as_of },
  validateSearch: asOfSearch,
  component: AsOf,
})

function AsOf() {
  return <AsOfTab search={Route.useSearch()} />
}
