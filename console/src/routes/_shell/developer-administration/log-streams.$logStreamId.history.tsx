import { createFileRoute } from '@tanstack/react-router'
import { queryClient } from '../../../api/query.ts'
import { History } from '../../../history/History.tsx'
import { historyQuery } from '../../../history/queries.ts'

export const Route = createFileRoute('/_shell/developer-administration/log-streams/$logStreamId/history')({
  loader: ({ params }) => void queryClient.prefetchInfiniteQuery(historyQuery('logStream', params.logStreamId)),
  component: StreamHistory,
})

function StreamHistory() {
  return <History record="logStream" id={Route.useParams().logStreamId} />
}
