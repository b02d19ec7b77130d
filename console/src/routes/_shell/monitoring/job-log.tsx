import { createFileRoute, Outlet } from '@tanstack/react-router'
import { ListChecks } from 'lucide-react'
import { queryClient } from '../../../api/query.ts'
import { JobLogPage } from '../../../jobs/JobLogPage.tsx'
import { jobsQuery, jobTypesQuery } from '../../../jobs/queries.ts'
import { jobsSearch } from '../../../jobs/search.ts'

export const Route = createFileRoute('/_shell/monitoring/job-log')({
  staticData: { icon: ListChecks },
  validateSearch: jobsSearch,
  loaderDeps: ({ search }) => search,
  // Started, not awaited: the table shows its own skeleton, error and retry.
  loader: ({ deps }) => {
    void queryClient.prefetchQuery(jobsQuery(deps))
    void queryClient.prefetchQuery(jobTypesQuery)
  },
  component: JobLog,
})

function JobLog() {
  return (
    <>
      <JobLogPage search={Route.useSearch()} />
      <Outlet />
    </>
  )
}
