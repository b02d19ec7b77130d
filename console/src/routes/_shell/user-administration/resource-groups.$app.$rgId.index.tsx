import { createFileRoute } from '@tanstack/react-router'
import { queryClient } from '../../../api/query.ts'
import { DetailsTab } from '../../../resource-groups/DetailsTab.tsx'
import { groupsQuery } from '../../../resource-groups/queries.ts'

export const Route = createFileRoute('/_shell/user-administration/resource-groups/$app/$rgId/')({
  loader: () => void queryClient.prefetchQuery(groupsQuery),
  component: Tab,
})

function Tab() {
  return <DetailsTab {...Route.useRouteContext().product} rgId={Route.useParams().rgId} />
}
