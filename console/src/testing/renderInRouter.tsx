import { Tooltip } from '@base-ui/react/tooltip'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { render, screen } from '@testing-library/react'
import type { ReactElement } from 'react'

/** Renders an element as a page of a console of its own: links, queries and tooltips work, routes lead nowhere. */
export async function renderInRouter(element: ReactElement, path = '/'): Promise<void> {
  const rootRoute = createRootRoute({
    component: () => <div data-testid="page">{element}</div>,
    notFoundComponent: () => null,
  })
  const router = createRouter({ routeTree: rootRoute, history: createMemoryHistory({ initialEntries: [path] }) })
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false }, mutations: { retry: false } } })
  render(
    <QueryClientProvider client={queryClient}>
      <Tooltip.Provider>
        {/* The registered router is the application's; this one has no routes of its own. */}
        <RouterProvider router={router as never} />
      </Tooltip.Provider>
    </QueryClientProvider>,
  )
  await screen.findByTestId('page')
}
