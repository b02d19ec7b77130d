import { createFileRoute } from '@tanstack/react-router'
import { m } from '@steward/contract/paraglide/messages'
import { queryClient } from '../../../api/query.ts'
import { GroupPanel } from '../../../groups/GroupPanel.tsx'
import { groupQuery } from '../../../groups/queries.ts'

export const Route = createFileRoute('/_shell/user-administration/groups/$groupId')({
  loader: ({ params }) => void queryClient.prefetchQuery(groupQuery(params.groupId)),
  staticData: { title: m.groups_group, panel: true },
  component: Group,
})

function Group() {
  return <GroupPanel groupId={Route.useParams().groupId} />
}
