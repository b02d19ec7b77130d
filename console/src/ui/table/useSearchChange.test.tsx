import { createRoute, Outlet, type AnyRoute } from '@tanstack/react-router'
import { act, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { renderRoutes } from '../../testing/renderRoutes.tsx'
import { SearchBox } from '../filter/SearchBox.tsx'
import { textParam } from './search.ts'
import { useSearchChange } from './useSearchChange.ts'

const read = (raw: Record<string, unknown>): { q?: string | undefined } => ({ q: textParam(raw.q) })

function List() {
  const change = useSearchChange(read)
  return (
    <>
      <SearchBox label="Search" value="" onChange={(q) => change({ q })} />
      <Outlet />
    </>
  )
}

/** Loading a page takes until the test ends it. */
let load = Promise.withResolvers<void>()

const routesUnder = (root: AnyRoute) => {
  const list = createRoute({
    getParentRoute: () => root,
    path: '/lists/$name',
    component: List,
    loader: ({ params }: { params: { name: string } }) => (params.name === 'slow' ? load.promise : undefined),
  })
  return [
    list.addChildren([createRoute({ getParentRoute: () => list, path: '/$panel', component: () => null })]),
    createRoute({ getParentRoute: () => root, path: '/other', component: () => null, loader: () => load.promise }),
  ]
}

const type = (text: string) => fireEvent.change(screen.getByRole('searchbox'), { target: { value: text } })

beforeEach(() => {
  load = Promise.withResolvers()
  vi.useFakeTimers({ shouldAdvanceTime: true })
})

afterEach(() => {
  load.resolve()
  vi.useRealTimers()
})

test('a search changes the URL, also below an open panel', async () => {
  const router = await renderRoutes(Outlet, routesUnder, ['/lists/first/panel'])
  type('gra')
  await act(() => vi.advanceTimersByTimeAsync(300))
  expect(router.latestLocation.href).toBe('/lists/first/panel?q=gra')
})

test.each(['/lists/first/panel'])('a search that was typed just before %s opens beside the list leaves it there', async (to) => {
  const router = await renderRoutes(Outlet, routesUnder, ['/lists/first'])
  type('gra')
  await act(() => router.navigate({ to, state: { peek: true } }))
  await act(() => vi.advanceTimersByTimeAsync(300))
  expect(router.latestLocation).toMatchObject({ href: '/lists/first/panel?q=gra', state: { peek: true } })
})

test.each(['/other', '/lists/slow'])('a search that was typed just before %s opens does not reach its URL', async (to) => {
  const router = await renderRoutes(Outlet, routesUnder, ['/lists/first'])
  type('gra')
  await act(async () => {
    void router.navigate({ to })
    await vi.advanceTimersByTimeAsync(300)
  })
  expect(screen.getByRole('searchbox')).toHaveProperty('value', 'gra')
  expect(router.latestLocation.href).toBe(to)
  await act(async () => {
    load.resolve()
    await vi.advanceTimersByTimeAsync(300)
  })
  expect(router.latestLocation.href).toBe(to)
})
