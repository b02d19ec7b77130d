import { createFileRoute } from '@tanstack/react-router'
import { queryClient } from '../../../api/query.ts'
import { KnownUser } from '../../../users/KnownUser.tsx'
import { sessionsQuery } from '../../../users/recordQueries.ts'
import { SessionsTab } from '../../../users/SessionsTab.tsx'
import { fullName } from '../../../users/labels.ts'

export const Route = createFileRoute('/_shell/user-administration/users/$userId/sessions')({
  staticData: { hasPast: false },
  loader: ({ params }) => void queryClient.prefetchQuery(sessionsQuery(params.userId)),
  component: Sessions,
})

function Sessions() {
  const { userId } = Route.useParams()
  return <KnownUser userId={userId}>{(user) => <SessionsTab userId={user.userId} name={fullName(user)} />}</KnownUser>
}
