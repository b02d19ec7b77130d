import { Tooltip } from '@base-ui/react/tooltip'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { render, screen } from '@testing-library/react'
import type { ReactElement } from 'react'

/** Renders an element as a page of a minimal console: links, queries and tooltips work, but routes lead nowhere. */
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
        {/* The registered router type is the application's; this router has no routes. */}
        <RouterProvider router={router as never} />
      </Tooltip.Provider>
    </QueryClientProvider>,
  )
  await screen.findByTestId('page')
}
