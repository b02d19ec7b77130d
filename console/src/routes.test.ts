import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { createMemoryHistory, type AnyRoute } from '@tanstack/react-router'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { SessionUser } from '@steward/contract/session/schemas'
import { helpPageOfRoute } from '@steward/contract/rules/help-pages'
import { isGranted, permissionNames, type PermissionName } from '@steward/contract/rules/permissions'
import { consoleRoutes, systemUsageProducts } from '@steward/contract/rules/routes'
import { buildPermissionInputs } from '@steward/contract/rules/permission-inputs.fixtures'
import { queryClient } from './api/query.ts'
import { createConsoleRouter } from './router.ts'
import { writeStarts } from './saved-views/start.ts'
import { permissionsQuery } from './session/permissions/permissions.ts'
import { dropToken, holdSignedIn } from './session/token/token.ts'
import { Locks } from './testing/locks.ts'
import { buildProblemBody } from './testing/problems.ts'
import { menu, placeOf } from './pages/menu.ts'
import { pageTitleOf } from './pages/pageTitles.ts'
import { pageIconOf } from './pages/useMenu.ts'

/** Pages that are one of their tabs. */
const leadsOn: Readonly<Record<string, string>> = {
  '/reference-data/currencies': '/reference-data/currencies/currency',
  '/user-administration/resource-groups': '/user-administration/resource-groups/platform',
}

const user: SessionUser = {
  userId: '0199c0de-7a3b-7c11-9d59-3b8f5f1c2a44',
  username: 'ada@northwind.example',
  tenantId: '0199c0de-1111-7c11-9d59-3b8f5f1c2a44',
  tenantName: 'northwind',
  company: 'Northwind Re',
  email: 'ada@northwind.example',
  givenName: 'Ada',
  familyName: 'Lindqvist',
  apps: ['rms-owl'],
  roles: [],
  identityProvider: null,
  isFederated: false,
}

/** Signed in with these permissions and no others; nothing is asked of a server. */
function signInWith(granted: (name: PermissionName) => boolean): void {
  holdSignedIn({ accessToken: 'token', expiresIn: 600, sessionId: '0199c0de-2222-7c11-9d59-3b8f5f1c2a44', user })
  const permissions = Object.fromEntries(permissionNames.map((name) => [name, granted(name)]))
  // The facts behind the permissions are not looked at by routes.
  queryClient.setQueryData(permissionsQuery.queryKey, { username: user.username, permissions, facts: buildPermissionInputs({}) } as never)
  writeStarts(user.userId, {})
}

const routerAt = (path: string) => createConsoleRouter(createMemoryHistory({ initialEntries: [`/home${path}`] }))
const samplePath = (path: string) => path.replace('{app}', systemUsageProducts[0].tab).replace(/\{\w+\}/g, 'sample')

/** Where one ends up who goes to a path. */
async function arriveAt(path: string) {
  const router = routerAt(path)
  await router.load()
  return router.state.location
}

function isTitled(route: AnyRoute | undefined): boolean {
  if (route === undefined) return false
  return route.options.staticData?.title !== undefined || pageTitleOf(route.id) !== undefined || isTitled(route.parentRoute)
}

const helpPages = join(import.meta.dirname, '../../docs/help/en')

const pageIdAt = (path: string) => routerAt('/').matchRoutes(path).at(-1)?.routeId

beforeEach(() => {
  Object.defineProperty(navigator, 'locks', { configurable: true, value: new Locks() })
  // What is loaded in the background has no one to answer.
  globalThis.fetch = () => new Promise(() => {})
})

afterEach(() => {
  dropToken()
  queryClient.clear()
})

describe('the route tree', () => {
  test.each(consoleRoutes.map((route) => route.path))('%s has its page', (path) => {
    expect(pageIdAt(samplePath(path))).not.toBe('/_shell/$')
  })

  test('has no page beside the specification, its panels and its tabs', () => {
    const paths = Object.keys(routerAt('/').routesByPath).filter((path) => path !== '/$')
    const declared: string[] = consoleRoutes.map((route) => route.path)
    const isBelow = (path: string) => declared.some((known) => known !== '/' && path.startsWith(`${known}/`))
    expect(paths.filter((path) => !declared.includes(path) && !isBelow(path))).toEqual([])
  })

  test('every page of the menu has an icon in its route file', () => {
    const router = routerAt('/')
    const paths = menu.flatMap((group) => group.entries.flatMap((entry) => ('path' in entry ? [entry.path] : [])))
    expect(paths.filter((path) => pageIconOf(router, path) === undefined)).toEqual([])
  })

  test('every page, panel and tab has a title, its own or that of the one it is below', () => {
    const router = routerAt('/')
    const hasPage = (route: AnyRoute) => route.children === undefined && route.options.component !== undefined
    // The not-found page names itself.
    const untitled = Object.values(router.routesById).filter(
      (route) => hasPage(route) && !isTitled(route) && !['/_shell/$', '/_shell/404'].includes(route.id),
    )
    expect(untitled.map((route) => route.id)).toEqual([])
  })

  test('every page has its help page', () => {
    const missing = consoleRoutes.filter((route) => !existsSync(join(helpPages, `${helpPageOfRoute(route.path)}.md`)))
    expect(missing.map((route) => route.path)).toEqual([])
  })

  test('every page of the menu is a route of the specification', () => {
    const paths = consoleRoutes.map((route) => route.path)
    expect(paths.filter((path) => placeOf(path)?.page.path === path).length).toBeGreaterThan(15)
  })
})

describe('a route whose permission is missing', () => {
  const guarded = consoleRoutes.filter((route) => route.permissions.some((name) => name !== 'Navigation.Launchpad'))

  test.each(guarded.map((route) => route.path))('%s leads to /401, which keeps the wanted address', async (path) => {
    signInWith(() => false)
    const { pathname, search } = await arriveAt(`${samplePath(path)}?page=2#details`)
    expect(pathname).toBe('/401')
    expect(search).toMatchObject({ from: `${samplePath(path)}?page=2#details` })
    expect(consoleRoutes.find((route) => route.path === path)?.permissions).toContain((search as { permission?: string }).permission)
  })

  test.each(guarded.map((route) => route.path))('%s opens with it', async (path) => {
    signInWith(() => true)
    const { pathname } = await arriveAt(samplePath(path))
    expect(pathname).toBe(leadsOn[path] ?? samplePath(path))
  })

  test('another spelling of its address leads around no permission, and to no page', async () => {
    signInWith(() => false)
    expect((await arriveAt('/company/scim-management/')).search).toMatchObject({ from: '/company/scim-management' })
    expect((await arriveAt('/company/%73cim-management')).pathname).toBe('/401')
    expect(pageIdAt('/Company/Scim-Management')).toBe('/_shell/$')
  })

  test('/401 leads on as soon as the permission is there', async () => {
    const refused = '/401?from=%2Fuser-administration%2Fusers%3Fpage%3D2&permission=Navigation.UserManagement'
    signInWith(() => false)
    expect((await arriveAt(refused)).pathname).toBe('/401')
    signInWith((name) => isGranted(name, buildPermissionInputs({ actions: ['ViewUsers'] })))
    expect((await arriveAt(refused)).href).toBe('/user-administration/users?page=2')
  })

  test('/401 never leads out of the console, nor to what is still refused', async () => {
    signInWith((name) => name === 'Navigation.UserManagement')
    const outside = await arriveAt('/401?from=https%3A%2F%2Fevil.example%2F&permission=Navigation.UserManagement')
    expect(outside.pathname).toBe('/401')
    const refused = await arriveAt('/401?from=%2Fuser-administration%2Fusers%2Fnew&permission=Navigation.UserManagement')
    expect(refused.search).toMatchObject({ permission: 'Admin.EditUsers' })
  })
})

const problemType = { 'content-type': 'application/problem+json' }

test('a slash at the end changes nothing about the page', async () => {
  signInWith(() => true)
  expect((await arriveAt('/download/')).pathname).toBe('/download')
  expect(routerAt('/').latestLocation.pathname).toBe('/')
})

test('a path that is nothing needs no sign-in, every other leads to it and back', async () => {
  globalThis.fetch = () => Promise.resolve(Response.json(buildProblemBody('unauthenticated', 401), { status: 401, headers: problemType }))
  expect((await arriveAt('/nowhere')).pathname).toBe('/nowhere')
  expect((await arriveAt('/404')).pathname).toBe('/404')
  expect((await arriveAt('/401')).pathname).toBe('/401')
  const { pathname, search } = await arriveAt('/monitoring/job-log?status=Failed')
  expect(pathname).toBe('/login')
  expect(search).toMatchObject({ redirect: '/monitoring/job-log?status=Failed' })
})
