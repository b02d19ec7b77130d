import { createFileRoute } from '@tanstack/react-router'
import { m } from '@steward/contract/paraglide/messages'
import { queryClient } from '../../../api/query.ts'
import { readPeek } from '../../../ui/record/view.ts'
import { userQuery } from '../../../users/queries.ts'
import { UserRecord } from '../../../users/UserRecord.tsx'

export const Route = createFileRoute('/_shell/user-administration/users/$userId')({
  beforeLoad: readPeek,
  loader: ({ params }) => void queryClient.prefetchQuery(userQuery(params.userId)),
  staticData: { title: m.users_user, record: true },
  component: User,
})

function User() {
  const { userId } = Route.useParams()
  return <UserRecord userId={userId} />
}
