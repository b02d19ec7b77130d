import { createFileRoute, Outlet, redirect } from '@tanstack/react-router'
import { isPublicPath } from '@steward/contract/rules/routes'
import { keepMoment, momentSearch, showMoment } from '../api/moment.ts'
import { learnStarts, openStart } from '../saved-views/start.ts'
import { requireOpen } from '../session/permissions/permissions.ts'
import { rememberedTenant } from '../session/sign-in/tenant.ts'
import { implicit } from '../session/token/token.ts'
import { enterShell } from '../shell/enter.ts'
import { AtMoment } from '../shell/AtMoment.tsx'
import { ErrorPage, NotFoundPage } from '../shell/ErrorPages.tsx'
import { ShellLayout } from '../shell/ShellLayout.tsx'

/**
 * Everything but signing in. On entry: loads the session, then the layout's data, then checks the user's permission.
 * Public pages, such as the not-found page, also open without a session.
 */
export const Route = createFileRoute('/_shell')({
  validateSearch: momentSearch,
  search: { middlewares: [keepMoment] },
  beforeLoad: async ({ location, matches, search, preload }) => {
    const { pathname, href } = location
    const isPublic = isPublicPath(pathname)
    const isSignedIn = isPublic ? await implicit({ retry: false }).catch(() => false) : await implicit()
    if (!preload) showMoment(search.moment)
    if (isSignedIn) {
      await Promise.all([enterShell(), learnStarts()])
      requireOpen(
        { location },
        matches.flatMap((match) => match.staticData.permission ?? []),
      )
      openStart({ location, matches })
    } else if (!isPublic) {
      const isStart = href === '/' || href === ''
      throw redirect({ to: '/login', search: { redirect: isStart ? undefined : href, tenant: rememberedTenant() }, replace: true })
    }
  },
  component: function Shell() {
    return (
      <ShellLayout>
        <AtMoment>
          <Outlet />
        </AtMoment>
      </ShellLayout>
    )
  },
  errorComponent: (props) => (
    <ShellLayout>
      <ErrorPage {...props} />
    </ShellLayout>
  ),
  notFoundComponent: () => (
    <ShellLayout>
      <NotFoundPage />
    </ShellLayout>
  ),
})
