import { createFileRoute } from '@tanstack/react-router'
import { DetailsTab } from '../../../api-keys/DetailsTab.tsx'

export const Route = createFileRoute('/_shell/developer-administration/access-credentials/$keyId/')({
  component: Tab,
})

function Tab() {
  return <DetailsTab keyId={Route.useParams().keyId} />
}
