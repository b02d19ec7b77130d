import { createFileRoute } from '@tanstack/react-router'
import { queryClient } from '../../../api/query.ts'
import { History } from '../../../history/History.tsx'
import { historyQuery } from '../../../history/queries.ts'

export const Route = createFileRoute('/_shell/user-administration/users/$userId/history')({
  loader: ({ params }) => void queryClient.prefetchInfiniteQuery(historyQuery('user', params.userId)),
  component: UserHistory,
})

function UserHistory() {
  return <History record="user" id={Route.useParams().userId} />
}
