import { createFileRoute } from '@tanstack/react-router'
import { UsersRound } from 'lucide-react'
import { queryClient } from '../../../api/query.ts'
import { groupsQuery } from '../../../groups/queries.ts'
import { groupsSearch } from '../../../groups/search.ts'
import { GroupsPage } from '../../../groups/GroupsPage.tsx'
import { RecordLayout } from '../../../ui/record/RecordLayout.tsx'

export const Route = createFileRoute('/_shell/user-administration/groups')({
  staticData: { hasPast: true, icon: UsersRound },
  validateSearch: groupsSearch,
  loaderDeps: ({ search }) => search,
  // Started, not awaited: the table shows its own skeleton, error and retry.
  loader: ({ deps }) => void queryClient.prefetchQuery(groupsQuery(deps)),
  component: Groups,
})

function Groups() {
  return <RecordLayout list={<GroupsPage search={Route.useSearch()} />} />
}
