import { createRoute, Outlet, type AnyRoute } from '@tanstack/react-router'
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { queryClient } from '../api/query.ts'
import { setUser } from '../session/token/state.ts'
import { renderRoutes } from '../testing/renderRoutes.tsx'
import { buildUser } from '../testing/user.ts'
import { PaletteHost } from './PaletteHost.tsx'

beforeEach(() => {
  setUser(buildUser())
  // Returns no results.
  globalThis.fetch = () => new Promise(() => {})
})
afterEach(() => {
  cleanup()
  queryClient.clear()
  setUser(null)
})

/** Two pages, and a panel that loads slowly. */
async function atList() {
  let arrive = () => {}
  const onItsWay = new Promise<void>((resolve) => {
    arrive = resolve
  })
  const routesUnder = (root: AnyRoute) => {
    const page = (path: string) => createRoute({ getParentRoute: () => root, path, component: () => null })
    const panel = createRoute({ getParentRoute: () => root, path: '/list/$id', loader: () => onItsWay, staticData: { panel: true } })
    const slow = createRoute({ getParentRoute: () => root, path: '/slow', loader: () => onItsWay })
    return [page('/first'), page('/list'), panel, slow]
  }
  const pages = () => (
    <>
      <Outlet />
      <PaletteHost />
    </>
  )
  const router = await renderRoutes(pages, routesUnder, ['/first', '/list'])
  return { router, arrive }
}

const openPalette = () => {
  fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true })
  return screen.findByRole('dialog')
}
const gone = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

test('what is typed before the palette has the focus is not lost', async () => {
  await atList()
  fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true })
  for (const key of 'ada') fireEvent.keyDown(document.body, { key })
  const field = await screen.findByRole('combobox')
  expect(field).toHaveProperty('value', 'ada')
  await waitFor(() => expect(document.activeElement).toBe(field))
  // Its own keys arrive as changes.
  fireEvent.keyDown(field, { key: 'm' })
  expect(field).toHaveProperty('value', 'ada')
  fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true })
  await gone()
  await openPalette()
  expect(screen.getByRole('combobox')).toHaveProperty('value', '')
})

test('going back closes the palette', async () => {
  const { router } = await atList()
  await openPalette()
  act(() => router.history.back())
  await gone()
  expect(router.state.location.pathname).toBe('/first')
})

test('a panel that was still loading replaces it', async () => {
  const { router, arrive } = await atList()
  act(() => router.history.push('/list/1'))
  await openPalette()
  arrive()
  await gone()
  expect(router.state.location.pathname).toBe('/list/1')
})

test('a page that was still loading does not', async () => {
  const { router, arrive } = await atList()
  act(() => router.history.push('/slow'))
  await openPalette()
  arrive()
  await waitFor(() => expect(router.state.resolvedLocation?.pathname).toBe('/slow'))
  expect(screen.getByRole('dialog')).toBeTruthy()
})
