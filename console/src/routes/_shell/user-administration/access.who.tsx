import { createFileRoute } from '@tanstack/react-router'
import { m } from '@steward/contract/paraglide/messages'
import { WhoTab } from '../../../access/WhoTab.tsx'

export const Route = createFileRoute('/_shell/user-administration/access/who')({
  staticData: { hasPast: false, title: m.access_tab_who },
  component: Who,
})

function Who() {
  return <WhoTab search={Route.useSearch()} />
}
