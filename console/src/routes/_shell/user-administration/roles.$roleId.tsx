import { createFileRoute } from '@tanstack/react-router'
import { m } from '@steward/contract/paraglide/messages'
import { queryClient } from '../../../api/query.ts'
import { roleQuery } from '../../../roles/queries.ts'
import { RoleRecord } from '../../../roles/RoleRecord.tsx'
import { readPeek } from '../../../ui/record/view.ts'

export const Route = createFileRoute('/_shell/user-administration/roles/$roleId')({
  beforeLoad: readPeek,
  loader: ({ params }) => void queryClient.prefetchQuery(roleQuery(params.roleId)),
  staticData: { title: m.roles_role, record: true },
  component: Role,
})

function Role() {
  return <RoleRecord roleId={Route.useParams().roleId} />
}
