import { createFileRoute } from '@tanstack/react-router'
import { m } from '@steward/contract/paraglide/messages'
import { queryClient } from '../../../api/query.ts'
import { CreateRolePanel } from '../../../roles/CreateRolePanel.tsx'
import { actionsQuery } from '../../../roles/recordQueries.ts'
import { idsParam } from '../../../ui/table/search.ts'

export const Route = createFileRoute('/_shell/user-administration/roles/new')({
  /** `from`: the role to copy. */
  validateSearch: (raw: Record<string, unknown>): { from?: string | undefined } => ({ from: idsParam(raw.from)?.[0] }),
  loader: () => void queryClient.prefetchQuery(actionsQuery),
  staticData: { title: m.roles_create, panel: true, permission: 'Admin.EditRoles' },
  component: NewRole,
})

function NewRole() {
  return <CreateRolePanel from={Route.useSearch().from} />
}
