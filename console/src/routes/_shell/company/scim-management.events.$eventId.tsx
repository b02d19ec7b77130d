import { createFileRoute } from '@tanstack/react-router'
import { m } from '@steward/contract/paraglide/messages'
import { queryClient } from '../../../api/query.ts'
import { EventPanel } from '../../../provisioning/EventPanel.tsx'
import { eventQuery } from '../../../provisioning/queries.ts'

export const Route = createFileRoute('/_shell/company/scim-management/events/$eventId')({
  loader: ({ params }) => void queryClient.prefetchQuery(eventQuery(params.eventId)),
  staticData: { title: m.scim_event, panel: true },
  component: Event,
})

function Event() {
  return <EventPanel eventId={Route.useParams().eventId} />
}
