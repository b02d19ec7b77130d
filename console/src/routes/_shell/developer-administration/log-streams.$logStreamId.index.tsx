import { createFileRoute } from '@tanstack/react-router'
import { DetailsTab } from '../../../log-streams/DetailsTab.tsx'

export const Route = createFileRoute('/_shell/developer-administration/log-streams/$logStreamId/')({
  component: Tab,
})

function Tab() {
  return <DetailsTab logStreamId={Route.useParams().logStreamId} />
}
