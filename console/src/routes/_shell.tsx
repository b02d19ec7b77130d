import { createFileRoute, Outlet, redirect } from '@tanstack/react-router'
import { getProfile } from '@steward/contract/session'
import { endpointQuery, queryClient } from '../api/query.ts'
import { useVisits } from '../launchpad/recent.ts'
import { permissionsQuery } from '../session/permissions.ts'
import { SessionOverlays } from '../session/SessionOverlays.tsx'
import { rememberedTenant } from '../session/tenant.ts'
import { implicit } from '../session/token.ts'
import { DefaultLayout } from '../shell/DefaultLayout.tsx'
import { EitherLayout, ErrorPage, NotFoundPage } from '../shell/pages.tsx'
import { useLiveUpdates } from '../shell/useLiveUpdates.ts'

/** Everything that needs a signed-in user. On entry: the session, then permissions and profile together. */
export const Route = createFileRoute('/_shell')({
  beforeLoad: async ({ location }) => {
    if (!(await implicit())) {
      const isStart = location.pathname === '/' || location.pathname === ''
      throw redirect({ to: '/login', search: { redirect: isStart ? undefined : location.href, tenant: rememberedTenant() }, replace: true })
    }
    await Promise.all([
      queryClient.ensureQueryData(permissionsQuery),
      queryClient.ensureQueryData(endpointQuery(getProfile, ['app_user'], {})),
    ])
  },
  component: Shell,
  errorComponent: (props) => (
    <EitherLayout>
      <ErrorPage {...props} />
    </EitherLayout>
  ),
  notFoundComponent: NotFoundPage,
})

function Shell() {
  useLiveUpdates()
  useVisits()
  return (
    <DefaultLayout>
      <Outlet />
      <SessionOverlays />
    </DefaultLayout>
  )
}
