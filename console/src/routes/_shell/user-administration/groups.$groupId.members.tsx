import { createFileRoute } from '@tanstack/react-router'
import { MembersTab } from '../../../groups/MembersTab.tsx'

export const Route = createFileRoute('/_shell/user-administration/groups/$groupId/members')({
  component: Tab,
})

function Tab() {
  return <MembersTab groupId={Route.useParams().groupId} />
}
