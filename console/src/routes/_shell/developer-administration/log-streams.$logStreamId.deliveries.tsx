import { createFileRoute } from '@tanstack/react-router'
import { queryClient } from '../../../api/query.ts'
import { DeliveriesTab } from '../../../log-streams/DeliveriesTab.tsx'
import { deliveriesQuery } from '../../../log-streams/queries.ts'

export const Route = createFileRoute('/_shell/developer-administration/log-streams/$logStreamId/deliveries')({
  loader: ({ params }) => void queryClient.prefetchQuery(deliveriesQuery(params.logStreamId)),
  component: Tab,
})

function Tab() {
  return <DeliveriesTab logStreamId={Route.useParams().logStreamId} />
}
