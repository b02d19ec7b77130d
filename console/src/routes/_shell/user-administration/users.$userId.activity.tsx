import { createFileRoute } from '@tanstack/react-router'
import { queryClient } from '../../../api/query.ts'
import { ActivityTab } from '../../../users/ActivityTab.tsx'
import { KnownUser } from '../../../users/KnownUser.tsx'
import { activityQuery } from '../../../users/queries.ts'

export const Route = createFileRoute('/_shell/user-administration/users/$userId/activity')({
  loader: ({ params }) => void queryClient.prefetchInfiniteQuery(activityQuery(params.userId)),
  component: Activity,
})

function Activity() {
  const { userId } = Route.useParams()
  return <KnownUser userId={userId}>{(user) => <ActivityTab userId={user.userId} username={user.username} />}</KnownUser>
}
