import { createFileRoute } from '@tanstack/react-router'
import { queryClient } from '../../../api/query.ts'
import { ActionsTab } from '../../../roles/ActionsTab.tsx'
import { actionsQuery } from '../../../roles/recordQueries.ts'

export const Route = createFileRoute('/_shell/user-administration/roles/$roleId/actions')({
  loader: () => void queryClient.prefetchQuery(actionsQuery),
  component: Tab,
})

function Tab() {
  return <ActionsTab roleId={Route.useParams().roleId} />
}
