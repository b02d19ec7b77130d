import { createFileRoute } from '@tanstack/react-router'
import { AccessTab } from '../../../users/AccessTab.tsx'
import { KnownUser } from '../../../users/KnownUser.tsx'

export const Route = createFileRoute('/_shell/user-administration/users/$userId/access')({
  component: Access,
})

function Access() {
  const { userId } = Route.useParams()
  return <KnownUser userId={userId}>{(user) => <AccessTab username={user.username} />}</KnownUser>
}
