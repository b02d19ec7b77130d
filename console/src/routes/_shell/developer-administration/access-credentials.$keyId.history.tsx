import { createFileRoute } from '@tanstack/react-router'
import { queryClient } from '../../../api/query.ts'
import { History } from '../../../history/History.tsx'
import { historyQuery } from '../../../history/queries.ts'

export const Route = createFileRoute('/_shell/developer-administration/access-credentials/$keyId/history')({
  loader: ({ params }) => void queryClient.prefetchInfiniteQuery(historyQuery('apiKey', params.keyId)),
  component: KeyHistory,
})

function KeyHistory() {
  return <History record="apiKey" id={Route.useParams().keyId} />
}
