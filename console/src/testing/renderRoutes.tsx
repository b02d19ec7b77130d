import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
  type AnyRouter,
} from '@tanstack/react-router'
import { render } from '@testing-library/react'
import type { ReactNode } from 'react'

/** Renders `list` at `/list` and `panel` over it at `/list/$id`, in a router of its own. */
export async function renderListAndPanel(list: () => ReactNode, panel: () => ReactNode, at: string): Promise<AnyRouter> {
  const root = createRootRoute({ component: Outlet })
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
  const panelRoute = createRoute({ getParentRoute: () => listRoute, path: '/$id', component: panel })
  const router: AnyRouter = createRouter({
    routeTree: root.addChildren([listRoute.addChildren([panelRoute])]),
    history: createMemoryHistory({ initialEntries: [at] }),
  })
  await router.load()
  // The registered router is the application's; this one has routes of its own.
  render(<RouterProvider router={router as never} />)
  return router
}
