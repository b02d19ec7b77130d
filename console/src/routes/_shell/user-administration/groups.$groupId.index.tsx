import { createFileRoute } from '@tanstack/react-router'
import { DetailsTab } from '../../../groups/DetailsTab.tsx'

export const Route = createFileRoute('/_shell/user-administration/groups/$groupId/')({
  component: Tab,
})

function Tab() {
  return <DetailsTab groupId={Route.useParams().groupId} />
}
