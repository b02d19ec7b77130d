import { createRouter } from '@tanstack/react-router'
import { ErrorPage } from './shell/pages.tsx'
import { routeTree } from './routeTree.gen.ts'

export const router = createRouter({
  routeTree,
  basepath: '/home',
  defaultPreload: 'intent',
  // The query cache decides what is fresh.
  defaultPreloadStaleTime: 0,
  // What is there is shown; the minimum of specification 1, section 9, is the loading bar's (docs/adr/016).
  defaultPendingMinMs: 0,
  defaultErrorComponent: ErrorPage,
  scrollRestoration: true,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
