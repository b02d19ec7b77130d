import { createFileRoute } from '@tanstack/react-router'
import { queryClient } from '../../../api/query.ts'
import { AccessTab } from '../../../api-keys/AccessTab.tsx'
import { keyGroupsQuery } from '../../../api-keys/recordQueries.ts'

export const Route = createFileRoute('/_shell/developer-administration/access-credentials/$keyId/access')({
  loader: () => void queryClient.prefetchQuery(keyGroupsQuery),
  component: Tab,
})

function Tab() {
  return <AccessTab keyId={Route.useParams().keyId} />
}
