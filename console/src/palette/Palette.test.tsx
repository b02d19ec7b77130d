import { createRoute } from '@tanstack/react-router'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { Square } from 'lucide-react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { buildFacts } from '@steward/contract/rules/permission-inputs.fixtures'
import { permissionNames, type PermissionName } from '@steward/contract/rules/permissions'
import { queryClient } from '../api/query.ts'
import { permissionsQuery } from '../session/permissions/permissions.ts'
import { setUser } from '../session/token/state.ts'
import { buildProblemBody } from '../testing/problems.ts'
import { renderRoutes } from '../testing/renderRoutes.tsx'
import { Palette } from './Palette.tsx'

const person = { userId: '0199c0de-7a3b-7c11-9d59-3b8f5f1c2a44', givenName: 'Grace', familyName: 'Chen', email: 'grace@northwind.example' }
const group = { groupId: '0199c0de-7a3b-7c11-9d59-3b8f5f1c2a45', groupName: 'Graphics' }

/** The requests to the server, as `path?query`. */
let asked: string[] = []
let answers: (path: string) => Response | Promise<Response> = () => page([])

const page = (items: unknown[]) =>
  Response.json({ count: items.length, items, limit: 50, offset: 0, totalCount: items.length, totalIsExact: true })

const users = '/user-administration/users'
const paths = ['/launchpad', users, `${users}/new`, '/user-administration/groups', '/user-administration/groups/new']

async function openPalette(granted: (name: PermissionName) => boolean = () => true) {
  setUser({
    ...person,
    username: person.email,
    tenantId: person.userId,
    tenantName: 'northwind',
    company: 'Northwind Re',
    apps: [],
    roles: [],
    identityProvider: null,
    isFederated: false,
  })
  const permissions = Object.fromEntries(permissionNames.map((name) => [name, granted(name)]))
  // The inputs of the permissions do not matter here.
  queryClient.setQueryData(permissionsQuery.queryKey, { username: person.email, permissions, facts: buildFacts({}) } as never)
  queryClient.setQueryData(['config'], { environment: 'test', applications: {}, links: { 'data-administration': 'https://data.example/' } })
  const closed = vi.fn()
  const router = await renderRoutes(
    () => <Palette open onClose={closed} />,
    (root) => paths.map((path) => createRoute({ getParentRoute: () => root, path, staticData: { icon: Square }, component: () => null })),
    ['/launchpad'],
  )
  const field = await screen.findByRole('combobox')
  const type = (value: string) => fireEvent.change(field, { target: { value } })
  const press = (key: string, more: object = {}) => fireEvent.keyDown(field, { key, ...more })
  const names = () => screen.queryAllByRole('option').map((option) => option.textContent)
  const active = () => document.getElementById(field.getAttribute('aria-activedescendant') ?? '')?.textContent
  return { router, field, type, press, names, active, closed }
}

beforeEach(() => {
  asked = []
  answers = () => page([])
  localStorage.clear()
  globalThis.fetch = (input) => {
    const path = String(input instanceof Request ? input.url : input)
    asked.push(path)
    return Promise.resolve(answers(path))
  }
})

afterEach(() => {
  // The palette unmounts before its user is removed.
  cleanup()
  queryClient.clear()
  setUser(null)
})

test('offers only the pages and actions that the user has permission for', async () => {
  const { names } = await openPalette((name) => ['Navigation.UserManagement', 'Admin.ViewUsers', 'Navigation.SideMenu'].includes(name))
  const shown = names().join('\n')
  expect(shown).toContain('Users')
  expect(shown).toContain('Sign out')
  for (const absent of ['Groups', 'Create user', 'Create group', 'Data Administration', 'User settings'])
    expect(shown).not.toContain(absent)
})

test('searches the server only for kinds that the user can see', async () => {
  const { type } = await openPalette((name) => name === 'Navigation.GroupManagement' || name === 'Admin.ViewGroups')
  type('gra')
  await waitFor(() => expect(asked.length).toBeGreaterThan(0))
  expect(asked.filter((path) => !path.includes('/auth/v2/groups'))).toEqual([])
})

test('finds pages, actions, people and groups by the typed text, and opens the chosen one', async () => {
  answers = (path) => page(path.includes('/users') ? [person] : path.includes('/groups') ? [group] : [])
  const { type, press, active, router, closed } = await openPalette()
  type('gr')
  await screen.findByRole('option', { name: /Grace Chen/ })
  const people = screen.getByRole('group', { name: 'People' })
  expect(within(people).getByRole('option').textContent).toContain('grace@northwind.example')
  expect(within(screen.getAllByRole('group', { name: 'Groups' }).at(-1) ?? document.body).getByRole('option').textContent).toBe('Graphics')
  expect(active()).toContain('Groups')
  press('ArrowUp')
  expect(active()).toBe('Graphics')
  press('ArrowUp')
  expect(active()).toContain('Grace Chen')
  press('Enter')
  expect(closed).toHaveBeenCalled()
  expect(router.history.location.pathname).toBe(`/user-administration/users/${person.userId}`)
})

test('only the last search counts', async () => {
  const { type } = await openPalette()
  for (const text of ['g', 'gr', 'gra', 'grac']) type(text)
  await waitFor(() => expect(asked.some((path) => path.includes('search=grac'))).toBe(true))
  expect(asked.filter((path) => !path.includes('search=grac'))).toEqual([])
})

test('says when there are no results, and when a search failed', async () => {
  const { type } = await openPalette()
  type('zzqx')
  expect((await screen.findAllByText('Nothing found for “zzqx”')).length).toBeGreaterThan(0)
  answers = (path) => (path.includes('/users') ? Response.json(buildProblemBody('internal', 500), { status: 500 }) : page([]))
  type('grac')
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toContain('People')
  answers = (path) => page(path.includes('/users') ? [person] : [])
  fireEvent.click(within(alert).getByRole('button', { name: 'Try again' }))
  await screen.findByRole('option', { name: /Grace Chen/ })
  expect(screen.queryByRole('alert')).toBeNull()
})

test('Enter that confirms input method text does not choose an item', async () => {
  const { press, closed } = await openPalette()
  press('Enter', { isComposing: true })
  expect(closed).not.toHaveBeenCalled()
})

test('runs actions, and does not offer the current theme', async () => {
  const { type, press, closed, names } = await openPalette()
  expect(names().filter((name) => name.startsWith('Theme: '))).toEqual(['Theme: Light', 'Theme: Dark'])
  type('dark')
  press('Enter')
  expect(closed).toHaveBeenCalled()
  expect(document.documentElement.dataset.theme).toBe('dark')
})
