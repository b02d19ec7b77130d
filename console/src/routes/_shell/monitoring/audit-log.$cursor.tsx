import { createFileRoute } from '@tanstack/react-router'
import { m } from '@steward/contract/paraglide/messages'
import { queryClient } from '../../../api/query.ts'
import { ChangePanel } from '../../../audit-log/ChangePanel.tsx'
import { changeQuery } from '../../../audit-log/queries.ts'

export const Route = createFileRoute('/_shell/monitoring/audit-log/$cursor')({
  loader: ({ params }) => void queryClient.prefetchQuery(changeQuery(params.cursor)),
  staticData: { title: m.audit_change, panel: true },
  component: Change,
})

function Change() {
  return <ChangePanel cursor={Route.useParams().cursor} />
}
