import { createFileRoute } from '@tanstack/react-router'
import { Webhook } from 'lucide-react'
import { queryClient } from '../../../api/query.ts'
import { LogStreamsPage } from '../../../log-streams/LogStreamsPage.tsx'
import { streamsQuery } from '../../../log-streams/queries.ts'
import { streamsSearch } from '../../../log-streams/search.ts'
import { RecordLayout } from '../../../ui/record/RecordLayout.tsx'

export const Route = createFileRoute('/_shell/developer-administration/log-streams')({
  staticData: { icon: Webhook },
  validateSearch: streamsSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ deps }) => void queryClient.prefetchQuery(streamsQuery(deps)),
  component: LogStreams,
})

function LogStreams() {
  return <RecordLayout list={<LogStreamsPage search={Route.useSearch()} />} />
}
