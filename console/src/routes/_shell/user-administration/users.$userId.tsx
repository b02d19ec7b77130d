import { createFileRoute } from '@tanstack/react-router'
import { m } from '@steward/contract/paraglide/messages'
import { queryClient } from '../../../api/query.ts'
import { userQuery } from '../../../users/queries.ts'
import { UserPanel } from '../../../users/UserPanel.tsx'

export const Route = createFileRoute('/_shell/user-administration/users/$userId')({
  loader: ({ params }) => void queryClient.prefetchQuery(userQuery(params.userId)),
  staticData: { title: m.users_user, panel: true },
  component: User,
})

function User() {
  const { userId } = Route.useParams()
  return <UserPanel userId={userId} />
}
