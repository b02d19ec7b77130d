import { createFileRoute, Outlet } from '@tanstack/react-router'
import { FileClock } from 'lucide-react'
import { queryClient } from '../../../api/query.ts'
import { archivedChangesQuery } from '../../../audit-log/archive.ts'
import { AuditLogPage } from '../../../audit-log/AuditLogPage.tsx'
import { logQuery } from '../../../audit-log/queries.ts'
import { auditSearch } from '../../../audit-log/search.ts'

export const Route = createFileRoute('/_shell/monitoring/audit-log')({
  staticData: { icon: FileClock },
  validateSearch: auditSearch,
  loaderDeps: ({ search }) => search,
  // Started, not awaited: the table shows its own skeleton, error and retry. Loaded rows stay: loaders also run when permissions change.
  loader: ({ deps }) => {
    if (deps.archive === undefined) void queryClient.prefetchQuery({ ...logQuery(deps), staleTime: Number.POSITIVE_INFINITY })
    else void queryClient.prefetchQuery(archivedChangesQuery(deps, deps.archive))
  },
  component: AuditLog,
})

function AuditLog() {
  return (
    <>
      <AuditLogPage search={Route.useSearch()} />
      <Outlet />
    </>
  )
}
