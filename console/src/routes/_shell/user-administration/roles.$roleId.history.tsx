import { createFileRoute } from '@tanstack/react-router'
import { queryClient } from '../../../api/query.ts'
import { History } from '../../../history/History.tsx'
import { historyQuery } from '../../../history/queries.ts'

export const Route = createFileRoute('/_shell/user-administration/roles/$roleId/history')({
  loader: ({ params }) => void queryClient.prefetchInfiniteQuery(historyQuery('role', params.roleId)),
  component: RoleHistory,
})

function RoleHistory() {
  return <History record="role" id={Route.useParams().roleId} />
}
