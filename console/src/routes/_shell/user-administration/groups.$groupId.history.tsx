import { createFileRoute } from '@tanstack/react-router'
import { queryClient } from '../../../api/query.ts'
import { History } from '../../../history/History.tsx'
import { historyQuery } from '../../../history/queries.ts'

export const Route = createFileRoute('/_shell/user-administration/groups/$groupId/history')({
  loader: ({ params }) => void queryClient.prefetchInfiniteQuery(historyQuery('group', params.groupId)),
  component: GroupHistory,
})

function GroupHistory() {
  return <History record="group" id={Route.useParams().groupId} />
}
