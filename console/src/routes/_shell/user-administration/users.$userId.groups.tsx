import { createFileRoute } from '@tanstack/react-router'
import { queryClient } from '../../../api/query.ts'
import { hasPermission } from '../../../session/permissions/permissions.ts'
import { GroupsTab } from '../../../users/GroupsTab.tsx'
import { groupsWithRolesQuery } from '../../../users/recordQueries.ts'

export const Route = createFileRoute('/_shell/user-administration/users/$userId/groups')({
  loader: () => {
    if (hasPermission('Admin.ViewGroups')) void queryClient.prefetchQuery(groupsWithRolesQuery)
  },
  component: Groups,
})

function Groups() {
  const { userId } = Route.useParams()
  return <GroupsTab userId={userId} />
}
