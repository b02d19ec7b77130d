import { createRoute } from '@tanstack/react-router'
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { Square } from 'lucide-react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { buildPermissionInputs } from '@steward/contract/rules/permission-inputs.fixtures'
import { permissionNames, type PermissionName } from '@steward/contract/rules/permissions'
import { queryClient } from '../api/query.ts'
import { permissionsQuery } from '../session/permissions/permissions.ts'
import { setUser } from '../session/token/state.ts'
import { buildProblemBody } from '../testing/problems.ts'
import { renderInRouter } from '../testing/renderInRouter.tsx'
import { renderRoutes } from '../testing/renderRoutes.tsx'
import { Button } from '../ui/form/Button.tsx'
import type { MenuAction } from '../ui/overlay/Menu.tsx'
import { currentOffers, useOffer } from '../ui/overlay/offers.ts'
import { SelectionBar } from '../ui/table/SelectionBar.tsx'
import { showOverlay } from './overlay.ts'
import { Palette } from './Palette.tsx'

const person = { userId: '0199c0de-7a3b-7c11-9d59-3b8f5f1c2a44', givenName: 'Grace', familyName: 'Chen', email: 'grace@northwind.example' }
const group = { groupId: '0199c0de-7a3b-7c11-9d59-3b8f5f1c2a45', groupName: 'Graphics' }

/** The requests to the server, as `path?query`. */
let asked: string[] = []
let views: object[]
let answers: (path: string) => Response | Promise<Response> = () => page([])

const page = (items: unknown[]) =>
  Response.json({ count: items.length, items, limit: 50, offset: 0, totalCount: items.length, totalIsExact: true })

const users = '/user-administration/users'
const scheme = {
  currencySchemeId: person.userId,
  currencySchemeCode: 'GROUP',
  currencySchemeName: 'Group reporting',
  newestVintage: '2026/03',
}
const schemes = '/reference-data/currencies/currency-schemes'
const paths = [
  '/launchpad',
  users,
  `${users}/new`,
  '/user-administration/groups',
  '/user-administration/groups/new',
  `${schemes}/$scheme/$version`,
  `${schemes}/$scheme/$version/$tab`,
  '/monitoring/job-log/$jobId',
  '/configurations/tenant-settings',
]

async function openPalette(granted: (name: PermissionName) => boolean = () => true) {
  showOverlay('palette')
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
  queryClient.setQueryData(permissionsQuery.queryKey, { username: person.email, permissions, facts: buildPermissionInputs({}) } as never)
  queryClient.setQueryData(['config'], {
    environment: 'test',
    help: { site: '/help/', api: '/help' },
    applications: {},
    links: { 'data-administration': 'https://data.example/' },
  })
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
  views = []
  answers = () => page([])
  localStorage.clear()
  globalThis.fetch = (input) => {
    const path = String(input instanceof Request ? input.url : input)
    if (path.endsWith('/tenantinfo/views')) return Promise.resolve(Response.json({ items: views }))
    asked.push(path)
    return Promise.resolve(answers(path))
  }
})

afterEach(() => {
  // The palette unmounts before its user is removed.
  cleanup()
  showOverlay(undefined)
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
  expect(active()).toContain('Help: Groups')
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
  // Resource groups are filtered here.
  expect(asked.filter((path) => !/grac|isDefault|resourcegroups/.test(path))).toEqual([])
})

test('finds vintages by their name and scheme, and opens the chosen one', async () => {
  const vintage = { currencySchemeCode: 'GROUP', vintage: '2026/03' }
  answers = (path) => page(path.includes('currencySchemeVintage') ? [vintage] : [])
  const { type, press, router } = await openPalette((name) => name === 'Admin.ViewCurrencySchemes')
  type('group 2026')
  expect((await screen.findByRole('option', { name: /2026\/03/ })).textContent).toContain('GROUP')
  const where = new URL(asked.findLast((path) => path.includes('currencySchemeVintage')) ?? '', 'http://here').searchParams.get('where')
  expect(where).toBe(
    "(currencySchemeCode LIKE '*group*' OR vintage LIKE '*group*') AND (currencySchemeCode LIKE '*2026*' OR vintage LIKE '*2026*')",
  )
  expect(asked.filter((path) => !path.includes('/datastore/referenceTables/currencyScheme'))).toEqual([])
  press('Enter')
  expect(router.history.location.pathname).toBe(`${schemes}/GROUP/2026%2F03`)
})

test('leads to the converter and the comparison of the newest vintage of the default scheme', async () => {
  answers = (path) => page(path.includes('isDefault') ? [scheme] : [])
  const { type, press, active, router } = await openPalette()
  type('converter')
  await waitFor(() => expect(active()).toBe('Convert currenciesGROUP · 2026/03'))
  type('compare')
  await waitFor(() => expect(active()).toContain('Compare vintages'))
  press('Enter')
  expect(router.history.location.pathname).toBe(`${schemes}/GROUP/2026%2F03/compare`)
})

test('offers neither without permission, nor before there is a vintage', async () => {
  answers = (path) => page(path.includes('isDefault') ? [scheme] : [])
  const { names } = await openPalette((name) => name === 'Navigation.SideMenu')
  expect(asked).toEqual([])
  expect(names().join()).not.toContain('Convert currencies')
  cleanup()
  answers = (path) => page(path.includes('isDefault') ? [{ ...scheme, newestVintage: null }] : [])
  const without = await openPalette()
  await waitFor(() => expect(asked).not.toEqual([]))
  expect(without.names().join()).not.toContain('Convert currencies')
})

test('finds a job by its id or the id of its workflow, and opens it over the job log', async () => {
  const found = ['EIQ-1', 'EIQ-2'].map((jobId) => ({
    jobId,
    workflowId: 'WF-8812',
    workflowName: '',
    operation: 'AccumulationRollup',
    operationName: 'Accumulation rollup',
    status: 'Running',
    createdAt: '2026-03-14T09:20:00.000Z',
  }))
  answers = (path) => (path.includes('/jobs/find?id=WF-8812') ? Response.json({ items: found }) : page([]))
  const { type, press, active, router } = await openPalette((name) => name === 'Navigation.JobLog')
  type(' WF-8812 ')
  const jobs = await screen.findByRole('group', { name: 'Jobs' })
  expect(
    within(jobs)
      .getAllByRole('option')
      .map((option) => option.textContent),
  ).toEqual(['EIQ-1Accumulation rollup · Running', 'EIQ-2Accumulation rollup · Running'])
  expect(asked.filter((path) => !path.includes('/jobs/find'))).toEqual([])
  expect(active()).toContain('EIQ-1')
  press('Enter')
  expect(router.history.location.pathname).toBe('/monitoring/job-log/EIQ-1')
})

test('asks for no jobs without the permission, nor by what no id can be', async () => {
  const { type } = await openPalette((name) => name === 'Navigation.GroupManagement')
  type('WF-8812')
  await waitFor(() => expect(asked.length).toBeGreaterThan(0))
  expect(asked.filter((path) => path.includes('/jobs/'))).toEqual([])
  cleanup()
  const { type: typeLong } = await openPalette((name) => ['Navigation.JobLog', 'Navigation.RoleManagementWithFeatureFlags'].includes(name))
  typeLong('x'.repeat(101))
  await waitFor(() => expect(asked.some((path) => path.includes('/roles'))).toBe(true))
  expect(asked.filter((path) => path.includes('/jobs/'))).toEqual([])
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

/** Something of the page that offers actions. */
function Offering({ actions }: { actions: MenuAction[] }) {
  useOffer(() => ({ title: 'Grace Chen', actions }))
  return null
}

test('acts on what the page offers: the open record or the selection; what is not allowed says why', async () => {
  const disable = vi.fn()
  const remove = vi.fn()
  render(
    <Offering
      actions={[
        { label: 'Disable user', onSelect: disable },
        { label: 'Delete user', onSelect: remove, disabledReason: 'You cannot delete yourself.' },
      ]}
    />,
  )
  const { type, press, closed } = await openPalette()
  const offered = screen.getByRole('group', { name: 'Actions for Grace Chen' })
  expect(within(offered).getAllByRole('option')).toHaveLength(2)
  const refused = within(offered).getByRole('option', { name: /Delete user.*You cannot delete yourself/ })
  expect(refused.getAttribute('aria-disabled')).toBe('true')
  fireEvent.click(refused)
  expect(remove).not.toHaveBeenCalled()
  expect(closed).not.toHaveBeenCalled()
  type('disable')
  press('Enter')
  expect(disable).toHaveBeenCalledOnce()
  expect(closed).toHaveBeenCalled()
})

test('follows what the page offers while it is open', async () => {
  const act = vi.fn()
  const page = render(<Offering actions={[{ label: 'Move quota', onSelect: act, disabledReason: 'Nowhere to move.' }]} />)
  const { type, press } = await openPalette()
  type('move quota')
  const option = () => screen.getByRole('option', { name: /Move quota/ })
  expect(option().getAttribute('aria-disabled')).toBe('true')
  page.rerender(<Offering actions={[{ label: 'Move quota', onSelect: act }]} />)
  expect(option().getAttribute('aria-disabled')).not.toBe('true')
  press('Enter')
  expect(act).toHaveBeenCalledOnce()
})

test('a selection offers the buttons of its bar, with the reasons of those that are disabled', async () => {
  const act = vi.fn()
  await renderInRouter(
    <SelectionBar count={3} onClear={() => {}}>
      <Button onClick={act}>Enable</Button>
      <Button disabledReason="Not allowed.">Disable</Button>
    </SelectionBar>,
  )
  const [offer] = currentOffers()
  expect(offer).toMatchObject({
    title: '3 selected',
    actions: [{ label: 'Enable' }, { label: 'Disable', disabledReason: 'Not allowed.' }, { label: 'Clear selection' }],
  })
  offer?.actions[0]?.onSelect()
  expect(act).toHaveBeenCalledOnce()
  cleanup()
  expect(currentOffers()).toEqual([])
})

test('a setting leads to its field, where the user can open its page', async () => {
  const { type, press, router } = await openPalette()
  type('idle timeout')
  expect(within(screen.getByRole('group', { name: 'Settings' })).getByRole('option').textContent).toBe('Idle timeoutTenant Settings')
  press('Enter')
  expect(router.history.location.href).toBe('/configurations/tenant-settings#idle-timeout')
  cleanup()
  const other = await openPalette((name) => name === 'Navigation.SideMenu')
  other.type('idle timeout')
  expect(screen.queryByRole('group', { name: 'Settings' })).toBeNull()
})

test('finds help of the pages that the user can open', async () => {
  const { type } = await openPalette((name) => ['Navigation.SideMenu', 'Navigation.UserManagement', 'Admin.ViewUsers'].includes(name))
  type('help users')
  const help = within(screen.getByRole('group', { name: 'Help' })).getAllByRole('option')
  expect(help.map((option) => [option.textContent?.slice(0, 11), option.getAttribute('href')])).toEqual([
    ['Help: Users', '/help/user-administration/users'],
  ])
  type('help groups')
  expect(screen.queryByRole('option', { name: /Help: Groups/ })).toBeNull()
})

test('finds saved views by their names, and opens the list with them', async () => {
  const savedViewId = person.userId
  views = [{ savedViewId, list: 'users', name: 'Quarterly review', search: 'sort=-createdTime', isShared: true }]
  const { type, press, active, router } = await openPalette()
  type('quarterly')
  await waitFor(() => expect(active()).toContain('Quarterly review'))
  press('Enter')
  expect(router.history.location.href).toBe(`/user-administration/users?sort=-createdTime&savedView=${savedViewId}`)
})

test('finds resource groups of every product by their names', async () => {
  const rgId = person.userId
  answers = (path) =>
    path.includes('/RI-EXPOSUREIQ/resourcegroups') ? Response.json({ items: [{ name: 'Pricing desk', resourceGroupId: rgId }] }) : page([])
  const { type, press, active, router } = await openPalette()
  type('pricing')
  await waitFor(() => expect(active()).toContain('Pricing desk'))
  press('Enter')
  expect(router.history.location.pathname).toMatch(new RegExp(`^/user-administration/resource-groups/[\\w-]+/${rgId}$`))
})
