import { createRouter, type RouterHistory } from '@tanstack/react-router'
import { refuseInvalidSearch } from './pages/refusedSearch.ts'
import { ErrorPage } from './shell/ErrorPages.tsx'
import { routeTree } from './routeTree.gen.ts'

refuseInvalidSearch(routeTree)

/** The router of the console; tests give it a history of their own. */
export const createConsoleRouter = (history?: RouterHistory) =>
  createRouter({
    routeTree,
    ...(history && { history }),
    basepath: '/home',
    // One spelling for each address: what a page needs is looked up by its path (contract/src/rules/routes.ts).
    caseSensitive: true,
    rewrite: {
      input: ({ url }) => {
        url.pathname = url.pathname.replace(/(?<=.)\/+$/, '')
        return url
      },
    },
    defaultPreload: 'intent',
    // The query cache decides what is fresh.
    defaultPreloadStaleTime: 0,
    // What is there is shown; the minimum of specification 1, section 9, is the loading bar's (docs/adr/016).
    defaultPendingMinMs: 0,
    defaultErrorComponent: ErrorPage,
    scrollRestoration: true,
  })

export const router = createConsoleRouter()

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
