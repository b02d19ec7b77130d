import { createFileRoute } from '@tanstack/react-router'
import { RolesTab } from '../../../groups/RolesTab.tsx'

export const Route = createFileRoute('/_shell/user-administration/groups/$groupId/roles')({
  component: Tab,
})

function Tab() {
  return <RolesTab groupId={Route.useParams().groupId} />
}
