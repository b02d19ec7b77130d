// First, because modules take texts while they load.
import './i18n/language.ts'
import './theme/tokens.css'
import './theme/fonts.css'
import './theme/base.css'
import './theme/languages.css'
import { RouterProvider } from '@tanstack/react-router'
import { createRoot } from 'react-dom/client'
import { queryClient } from './api/query.ts'
import { router } from './router.ts'
import { onSignOut } from './session/token/signOut.ts'
import type { LogoutReason } from './session/token/reasons.ts'
import { rememberedTenant } from './session/sign-in/tenant.ts'
import { forgetFrame, removePaintedFrame } from './shell/rememberedFrame.ts'
import { AlertStack } from './shell/AlertStack.tsx'
import { markChunkFailures } from './api/chunkReload.ts'

markChunkFailures()
preloadPage()
router.subscribe('onRendered', removePaintedFrame)

onSignOut({
  forget: () => {
    queryClient.clear()
    forgetFrame()
  },
  toLogin: async ({ reason, tenantName }) => {
    await router.navigate({
      to: '/login',
      search: { redirect: wantedAfter(reason), tenant: tenantName ?? rememberedTenant(), reason },
      ignoreBlocker: true,
    })
  },
})

/** The code of the page asked for comes while the session is asked for; the router says so if it cannot be loaded. */
function preloadPage(): void {
  const [routes] = router.getMatchedRoutes(router.latestLocation.pathname)
  for (const route of routes) void router.loadRouteChunk(route)?.catch(() => undefined)
}

/** Where signing in again leads: to where one was, or wanted to be; after leaving on purpose to the start. */
function wantedAfter(reason: LogoutReason): string | undefined {
  const { pathname, href, search } = router.state.location
  // Also on purpose: someone else might be allowed to see it.
  if (pathname === '/401') return search.from
  return reason === 'userLogout' || pathname === '/' || pathname.startsWith('/login') ? undefined : href
}

const root = document.getElementById('root')
if (root === null) throw new Error('index.html has no #root')
createRoot(root).render(
  <>
    <RouterProvider router={router} />
    {/* Beside the pages: while the first one is loading there is nothing else to say that the network is gone. */}
    <AlertStack />
  </>,
)
