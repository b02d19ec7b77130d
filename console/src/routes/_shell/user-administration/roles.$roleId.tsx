import { createFileRoute } from '@tanstack/react-router'
import { m } from '@steward/contract/paraglide/messages'
import { queryClient } from '../../../api/query.ts'
import { actionsQuery, roleQuery } from '../../../roles/queries.ts'
import { RolePanel } from '../../../roles/RolePanel.tsx'

export const Route = createFileRoute('/_shell/user-administration/roles/$roleId')({
  loader: ({ params }) => {
    void queryClient.prefetchQuery(roleQuery(params.roleId))
    void queryClient.prefetchQuery(actionsQuery)
  },
  staticData: { title: m.roles_role, panel: true },
  component: Role,
})

function Role() {
  return <RolePanel roleId={Route.useParams().roleId} />
}
