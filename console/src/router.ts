import { createRouter } from '@tanstack/react-router'
import { ErrorPage } from './shell/pages.tsx'
import { routeTree } from './routeTree.gen.ts'

export const router = createRouter({
  routeTree,
  basepath: '/home',
  defaultPreload: 'intent',
  // The query cache decides what is fresh.
  defaultPreloadStaleTime: 0,
  // Specification 1, section 9: a pending page, once shown, stays at least this long.
  defaultPendingMinMs: 500,
  defaultErrorComponent: ErrorPage,
  scrollRestoration: true,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
