import { createFileRoute } from '@tanstack/react-router'
import { DetailsTab } from '../../../roles/DetailsTab.tsx'

export const Route = createFileRoute('/_shell/user-administration/roles/$roleId/')({
  component: Tab,
})

function Tab() {
  return <DetailsTab roleId={Route.useParams().roleId} />
}
