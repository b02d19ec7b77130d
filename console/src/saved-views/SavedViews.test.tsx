import { createRoute, Outlet, type AnyRoute } from '@tanstack/react-router'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { SavedView } from '@steward/contract/saved-views/schemas'
import { alerts } from '../api/alerts.ts'
import { queryClient } from '../api/query.ts'
import { setUser } from '../session/token/state.ts'
import { grant } from '../testing/jobs.ts'
import { renderRoutes } from '../testing/renderRoutes.tsx'
import { buildUser } from '../testing/user.ts'
import { storedLayout, storeLayout } from '../ui/table/layout.ts'
import { usersSearch } from '../users/search.ts'
import { nameMissingView } from './missingView.ts'
import { SavedViews } from './SavedViews.tsx'
import { learnStarts, openStart, readStarts, savedViewsQuery, writeStarts } from './start.ts'

const id = (digit: string) => `0199c0de-0000-7c11-9d59-00000000000${digit}`
const buildView = (given: Partial<SavedView> = {}): SavedView => ({
  savedViewId: id('1'),
  list: 'users',
  name: 'Newest',
  search: 'sort=-createdTime',
  columns: [{ id: 'createdTime', isShown: true, widthPx: 160 }],
  density: 'compact',
  isShared: false,
  isDefault: false,
  createdBy: 'ada@company.com',
  version: 1,
  ...given,
})
const shared = buildView({ savedViewId: id('2'), name: 'Team', search: 'q=ada', isShared: true, columns: [] })

let calls: { method: string; path: string; body: unknown }[]

function answer(views: SavedView[]) {
  calls = []
  vi.stubGlobal('fetch', async (input: RequestInfo | URL, init?: RequestInit) => {
    const request = input instanceof Request ? input : new Request(new URL(input, location.href), init)
    const { pathname } = new URL(request.url)
    const body: unknown = request.method === 'GET' || request.method === 'DELETE' ? undefined : await request.json()
    calls.push({ method: request.method, path: pathname, body })
    if (request.method === 'GET') return Response.json({ items: views })
    if (request.method === 'POST') return Response.json(buildView({ ...(body as object), savedViewId: id('3') }), { status: 201 })
    if (request.method === 'PATCH') return Response.json({ ...views[0], ...(body as object), version: 2 })
    return new Response(null, { status: 204 })
  })
}

async function show(views: SavedView[], at = '/users') {
  answer(views)
  const routesUnder = (root: AnyRoute) => [
    createRoute({ getParentRoute: () => root, path: '/users', component: () => <SavedViews list="users" read={usersSearch} /> }),
  ]
  const router = await renderRoutes(Outlet, routesUnder, [at])
  await waitFor(() => expect(queryClient.getQueryData(savedViewsQuery.queryKey)).toBeDefined())
  return { router, user: userEvent.setup({ delay: null }) }
}

const openMenu = async (user: ReturnType<typeof userEvent.setup>, name: string) => {
  await user.click(await screen.findByRole('button', { name }))
  await screen.findByRole('menu')
}

beforeEach(() => {
  setUser(buildUser())
  grant()
})
afterEach(() => {
  for (const view of [buildView(), shared, buildView({ savedViewId: id('3') })]) storeLayout('users', view.savedViewId, undefined)
  queryClient.clear()
  localStorage.clear()
  setUser(null)
  vi.unstubAllGlobals()
})

test('opens a view with its search and columns, and marks it when changed', async () => {
  const { router, user } = await show([buildView(), shared])
  await openMenu(user, 'Views')
  await user.click(screen.getByRole('menuitemradio', { name: 'Newest' }))
  await screen.findByRole('button', { name: 'Newest' })
  expect(router.state.location.search).toEqual({ sort: '-createdTime', savedView: id('1') })
  expect(storedLayout('users', id('1'))).toMatchObject({ columns: { createdTime: true }, widths: { createdTime: 160 }, density: 'compact' })
  await router.navigate({ to: '/users' as never, search: { sort: 'username', page: 2, savedView: id('1') } as never })
  await openMenu(user, 'Newest, changed')
  await user.click(screen.getByRole('menuitem', { name: 'Save changes' }))
  await waitFor(() => expect(calls.find(({ method }) => method === 'PATCH')?.body).toMatchObject({ search: 'sort=username' }))
})

test('saves what the list shows under a name', async () => {
  const { router, user } = await show([], '/users?q=ada&page=3')
  await openMenu(user, 'Views')
  await user.click(screen.getByRole('menuitem', { name: 'Save view…' }))
  await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'Ada')
  expect(screen.queryByRole('switch')).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(router.state.location.search).toEqual({ q: 'ada', savedView: id('3') }))
  expect(calls.find(({ method }) => method === 'POST')?.body).toMatchObject({
    list: 'users',
    name: 'Ada',
    search: 'q=ada',
    isShared: false,
  })
})

test('leaves shared views to administrators, but everyone can open a list with one', async () => {
  const { user } = await show([shared], `/users?q=ada&savedView=${id('2')}`)
  await openMenu(user, 'Team')
  expect(screen.getByRole('menuitem', { name: /^Rename…/ }).getAttribute('aria-disabled')).toBe('true')
  expect(screen.getByRole('menuitem', { name: /^Delete view/ }).getAttribute('aria-disabled')).toBe('true')
  await user.click(screen.getByRole('menuitem', { name: 'Set as my default' }))
  await waitFor(() =>
    expect(calls).toContainEqual({ method: 'PUT', path: '/tenantinfo/views/defaults/users', body: { savedViewId: id('2') } }),
  )
})

test('says that the view of a link is not there, and keeps its filters', async () => {
  const warning = vi.spyOn(alerts, 'warning')
  const there = await show([buildView()], `/users?q=ada&savedView=${id('1')}`)
  await nameMissingView(there.router)
  expect(warning).not.toHaveBeenCalled()
  const { router } = await show([buildView()], `/users?q=ada&savedView=${id('2')}`)
  await nameMissingView(router)
  await waitFor(() => expect(router.state.location.search).toEqual({ q: 'ada' }))
  expect(warning).toHaveBeenCalledExactlyOnceWith(
    'The saved view of this link was deleted, or isn’t shared with you. Its filters still apply.',
  )
  warning.mockRestore()
})

test('opens a list with its default view: now where the device did not know it, later before the page', async () => {
  const { router } = await show([buildView({ isDefault: true })])
  await waitFor(() => expect(router.state.location.search).toEqual({ sort: '-createdTime', savedView: id('1') }))
  const { userId } = buildUser()
  writeStarts(userId, { '/user-administration/users': `q=ada&savedView=${id('1')}` })
  expect(readStarts(userId)).toBeDefined()
  const redirectOf = (cause: string, searchStr = '', fullPath = '/user-administration/users'): unknown => {
    try {
      openStart({ location: { pathname: fullPath, searchStr }, matches: [{ cause, fullPath }] })
      return undefined
    } catch (error) {
      return error
    }
  }
  expect(redirectOf('enter')).toMatchObject({ options: { search: { q: 'ada', savedView: id('1') } } })
  expect(redirectOf('stay')).toBeUndefined()
  expect(redirectOf('enter', '?q=eve')).toBeUndefined()
  expect(redirectOf('enter', '', '/user-administration/groups')).toBeUndefined()
})

test('knows which view a list opens with, and how, while the views are still being read again', async () => {
  const { user } = await show([buildView({ isDefault: true }), shared], `/users?sort=username&savedView=${id('1')}`)
  const answered = globalThis.fetch
  vi.stubGlobal('fetch', async (input: RequestInfo | URL, init?: RequestInit) => {
    const method = input instanceof Request ? input.method : init?.method
    return method === undefined || method === 'GET' ? new Promise<Response>(() => {}) : answered(input, init)
  })
  const expectStarts = (starts: Record<string, string>) => waitFor(() => expect(readStarts(buildUser().userId)).toEqual(starts))
  await openMenu(user, 'Newest, changed')
  await user.click(screen.getByRole('menuitem', { name: 'Save changes' }))
  await expectStarts({ '/user-administration/users': `sort=username&savedView=${id('1')}` })
  await openMenu(user, 'Newest')
  await user.click(screen.getByRole('menuitem', { name: 'Remove as my default' }))
  await expectStarts({})
  await openMenu(user, 'Newest')
  await user.click(screen.getByRole('menuitem', { name: 'Set as my default' }))
  await expectStarts({ '/user-administration/users': `sort=username&savedView=${id('1')}` })
})

test('leaves a list as it is if the device knew of no default view, until it is opened again', async () => {
  const { userId } = buildUser()
  writeStarts(userId, {})
  const { router } = await show([buildView({ isDefault: true })])
  await waitFor(() => expect(readStarts(userId)).toHaveProperty(['/user-administration/users']))
  expect(router.state.location.search).toEqual({})
})

test('learns the default views on a new device before the first list, and asks once', async () => {
  answer([buildView({ isDefault: true }), shared])
  await learnStarts()
  const { userId } = buildUser()
  expect(readStarts(userId)).toEqual({ '/user-administration/users': `sort=-createdTime&savedView=${id('1')}` })
  await learnStarts()
  expect(calls).toHaveLength(1)
})

test('remembers that there is no default view, and opens lists also when views cannot be read', async () => {
  answer([shared])
  await learnStarts()
  expect(readStarts(buildUser().userId)).toEqual({})
  localStorage.clear()
  queryClient.clear()
  vi.stubGlobal('fetch', async () => Response.json({ code: 'forbidden', message: 'No' }, { status: 403 }))
  await learnStarts()
  expect(readStarts(buildUser().userId)).toBeUndefined()
})
