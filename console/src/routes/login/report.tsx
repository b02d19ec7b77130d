import { createFileRoute } from '@tanstack/react-router'
import { PasswordLinkError, PasswordLinkPending } from '../../session/password/PasswordLinkPage.tsx'
import { openReport } from '../../session/report/reportLink.ts'
import { ReportPage } from '../../session/report/ReportPage.tsx'

export const Route = createFileRoute('/login/report')({
  loaderDeps: ({ search }) => ({ token: search.token }),
  loader: ({ deps, location }) => openReport(location.hash, deps.token),
  // A link works once, so an earlier answer about it is not valid any more.
  gcTime: 0,
  pendingComponent: PasswordLinkPending,
  errorComponent: PasswordLinkError,
  component: function ReportSignIn() {
    return <ReportPage report={Route.useLoaderData()} />
  },
})
