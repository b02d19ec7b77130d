import { createFileRoute } from '@tanstack/react-router'
import { m } from '@steward/contract/paraglide/messages'
import { queryClient } from '../../../api/query.ts'
import { EventPanel } from '../../../system-log/EventPanel.tsx'
import { eventQuery } from '../../../system-log/queries.ts'
import { systemLogSearch } from '../../../system-log/search.ts'

export const Route = createFileRoute('/_shell/monitoring/system-log/$cursor')({
  validateSearch: systemLogSearch,
  loaderDeps: ({ search }) => ({ isArchived: search.archive !== undefined }),
  // An archived event is on the page that is loaded.
  loader: ({ params, deps }) => {
    if (!deps.isArchived) void queryClient.prefetchQuery(eventQuery(params.cursor))
  },
  staticData: { title: m.events_event, panel: true },
  component: Event,
})

function Event() {
  return <EventPanel cursor={Route.useParams().cursor} search={Route.useSearch()} />
}
