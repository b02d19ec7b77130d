import { createFileRoute, Outlet } from '@tanstack/react-router'
import { ScrollText } from 'lucide-react'
import { queryClient } from '../../../api/query.ts'
import { archivedEventsQuery } from '../../../system-log/archive.ts'
import { eventsQuery, histogramQuery } from '../../../system-log/queries.ts'
import { systemLogSearch } from '../../../system-log/search.ts'
import { SystemLogPage } from '../../../system-log/SystemLogPage.tsx'

export const Route = createFileRoute('/_shell/monitoring/system-log')({
  staticData: { icon: ScrollText },
  validateSearch: systemLogSearch,
  loaderDeps: ({ search }) => search,
  // Started, not awaited: chart and table show their own skeleton, error and retry.
  loader: ({ deps }) => {
    if (deps.archive !== undefined) {
      void queryClient.prefetchQuery(archivedEventsQuery(deps, deps.archive))
      return
    }
    void queryClient.prefetchQuery(histogramQuery(deps))
    void queryClient.prefetchQuery(eventsQuery(deps))
  },
  component: SystemLog,
})

function SystemLog() {
  return (
    <>
      <SystemLogPage search={Route.useSearch()} />
      <Outlet />
    </>
  )
}
