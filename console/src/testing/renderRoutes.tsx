import { QueryClientProvider } from '@tanstack/react-query'
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
  type AnyRoute,
  type AnyRouter,
  type RouteComponent,
} from '@tanstack/react-router'
import { render } from '@testing-library/react'
import type { ReactNode } from 'react'
import { queryClient } from '../api/query.ts'

/**
 * Renders `component` with child routes, in a separate router with the application's queries; any other
 * address renders an empty child.
 * @param entries the history, at its last entry
 */
export async function renderRoutes(
  component: RouteComponent,
  routesUnder: (root: AnyRoute) => AnyRoute[],
  entries: string[],
): Promise<AnyRouter> {
  const root = createRootRoute({ component, notFoundComponent: () => null })
  const router: AnyRouter = createRouter({
    routeTree: root.addChildren(routesUnder(root)),
    history: createMemoryHistory({ initialEntries: entries }),
    basepath: '',
    defaultPendingMinMs: 0,
  })
  await router.load()
  render(
    <QueryClientProvider client={queryClient}>
      {/* The registered router type is the application's; this router has different routes. */}
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
  )
  return router
}

/** Renders `list` at `/list` and `panel` over it at `/list/$id`. */
export function renderListAndPanel(list: () => ReactNode, panel: () => ReactNode, at: string): Promise<AnyRouter> {
  const routesUnder = (root: AnyRoute) => {
    const listRoute = createRoute({
      getParentRoute: () => root,
      path: '/list',
      component: () => (
        <>
          {list()}
          <Outlet />
        </>
      ),
    })
    return [listRoute.addChildren([createRoute({ getParentRoute: () => listRoute, path: '/$id', component: panel })])]
  }
  return renderRoutes(Outlet, routesUnder, [at])
}
