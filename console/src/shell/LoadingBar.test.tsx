import { act, cleanup, render } from '@testing-library/react'
import { createMemoryHistory, createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { LoadingBar } from './LoadingBar.tsx'

let arrive = () => {}

async function renderBar() {
  const root = createRootRoute({ component: LoadingBar, notFoundComponent: () => null })
  const slow = createRoute({
    getParentRoute: () => root,
    path: '/slow',
    loader: () => new Promise<void>((resolve) => (arrive = resolve)),
    component: () => null,
  })
  const home = createRoute({ getParentRoute: () => root, path: '/', component: () => null })
  const router = createRouter({
    routeTree: root.addChildren([home, slow]),
    history: createMemoryHistory({ initialEntries: ['/'] }),
    defaultPendingMinMs: 0,
  })
  await router.load()
  // The registered router is the application's; this one has routes of its own.
  render(<RouterProvider router={router as never} />)
  await pass(0)
  return { go: () => act(() => void router.history.push('/slow')) }
}

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
const bar = () => document.querySelector('[data-loading-bar]')

beforeEach(() => vi.useFakeTimers())
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

test('a quick navigation shows no bar', async () => {
  const { go } = await renderBar()
  go()
  await pass(199)
  expect(bar()).toBeNull()
  act(() => arrive())
  await pass(1_000)
  expect(bar()).toBeNull()
})

test('once shown, the bar stays for half a second in all', async () => {
  const { go } = await renderBar()
  go()
  await pass(201)
  expect(bar()).not.toBeNull()
  act(() => arrive())
  await pass(400)
  expect(bar()).not.toBeNull()
  await pass(200)
  expect(bar()).toBeNull()
})
