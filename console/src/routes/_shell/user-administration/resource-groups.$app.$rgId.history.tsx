import { createFileRoute } from '@tanstack/react-router'
import { queryClient } from '../../../api/query.ts'
import { History } from '../../../history/History.tsx'
import { historyQuery } from '../../../history/queries.ts'

export const Route = createFileRoute('/_shell/user-administration/resource-groups/$app/$rgId/history')({
  loader: ({ params }) => void queryClient.prefetchInfiniteQuery(historyQuery('resourceGroup', params.rgId)),
  component: ResourceGroupHistory,
})

function ResourceGroupHistory() {
  return <History record="resourceGroup" id={Route.useParams().rgId} />
}
