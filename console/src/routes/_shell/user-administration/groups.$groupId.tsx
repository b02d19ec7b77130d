import { createFileRoute } from '@tanstack/react-router'
import { m } from '@steward/contract/paraglide/messages'
import { queryClient } from '../../../api/query.ts'
import { readPeek } from '../../../ui/record/view.ts'
import { GroupRecord } from '../../../groups/GroupRecord.tsx'
import { groupQuery } from '../../../groups/queries.ts'

export const Route = createFileRoute('/_shell/user-administration/groups/$groupId')({
  beforeLoad: readPeek,
  loader: ({ params }) => void queryClient.prefetchQuery(groupQuery(params.groupId)),
  staticData: { title: m.groups_group, record: true },
  component: Group,
})

function Group() {
  return <GroupRecord groupId={Route.useParams().groupId} />
}
