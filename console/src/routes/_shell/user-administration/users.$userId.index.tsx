import { createFileRoute } from '@tanstack/react-router'
import { ProfileTab } from '../../../users/ProfileTab.tsx'

export const Route = createFileRoute('/_shell/user-administration/users/$userId/')({
  component: Profile,
})

function Profile() {
  const { userId } = Route.useParams()
  return <ProfileTab userId={userId} />
}
