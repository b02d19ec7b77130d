import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { noEffects } from '@steward/contract/changes/docs'
import type { Preview } from '@steward/contract/changes/schemas'
import { patchGroup } from '@steward/contract/groups/endpoints'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { queryClient } from '../api/query.ts'
import { DeprovisioningLimitDialog } from '../provisioning/DeprovisioningLimitDialog.tsx'
import { CreateCurrencyPanel } from '../reference-data/currencies/CreateCurrencyPanel.tsx'
import { CreateTagsPanel } from '../reference-data/tags/CreateTagsPanel.tsx'
import { renderListAndPanel } from '../testing/renderRoutes.tsx'
import { setUser } from '../session/token/state.ts'
import { grant } from '../testing/jobs.ts'
import { buildUser } from '../testing/user.ts'
import { buildPreview } from '../testing/preview.ts'
import { CallPreview } from './PreviewedEffects.tsx'

type Part = Preview['parts'][number]

const set = (fieldName: string, previousValue: string | null, currentValue: string | null): Part['fields'][number] => ({
  fieldName,
  kind: 'set',
  count: 1,
  values: [{ subjectId: null, person: null, previousValue, currentValue }],
})
const part = (over: Partial<Part>): Part => ({
  type: 'Update',
  category: 'Group',
  entityId: over.entityName ?? 'g',
  entityName: 'Analysts',
  person: null,
  entity: { isGone: false, productCode: null },
  fields: [],
  ...over,
})
const previewOf = (parts: Part[], over: Partial<Preview['effects']> = {}): Preview =>
  buildPreview({ parts, partCount: parts.length, effects: { ...noEffects, ...over } })

interface Sent {
  path: string
  ifMatch: string | null
  body: unknown
}
const sent: Sent[] = []
let answer: (body: never) => Preview | { code: string; message: string } = () => previewOf([])

beforeEach(() => {
  setUser(buildUser())
  grant('Admin.EditTags', 'Admin.EditCurrencies')
  vi.stubGlobal('fetch', async (input: string, init: RequestInit) => {
    const headers = new Headers(init.headers)
    if (headers.get('prefer') !== 'preview') return Response.json({ items: [], totalCount: 0 })
    const body = JSON.parse(String(init.body))
    sent.push({ path: input, ifMatch: headers.get('if-match'), body })
    const said = answer(body as never)
    if ('operation' in said) return Response.json(said, { headers: { 'preference-applied': 'preview' } })
    const problem = { type: 'about:blank', title: 'Refused', status: 412, requestId: 'r', parameters: {}, ...said }
    return Response.json(problem, { status: 412 })
  })
})
afterEach(() => {
  cleanup()
  sent.length = 0
  queryClient.clear()
  setUser(null)
  vi.unstubAllGlobals()
})

const effectsShown = async () => (await screen.findByRole('status', { name: 'Effects' })).textContent

async function show(said: ReturnType<typeof answer>) {
  answer = () => said
  render(
    <QueryClientProvider client={queryClient}>
      <CallPreview
        endpoint={patchGroup}
        input={{ params: { groupId: 'g' }, body: [] }}
        refusals={{ version_conflict: 'It is there already.' }}
      />
    </QueryClientProvider>,
  )
  await waitFor(() => expect(sent).toHaveLength(1))
}

test('the sentence comes first, then what changes, field by field', async () => {
  const roles: Part['fields'][number] = { ...set('roles', null, 'Auditor'), kind: 'added' }
  await show(previewOf([part({ fields: [set('groupName', 'Analysts', 'Actuaries'), roles] })], { gainingCount: 2 }))
  expect(await effectsShown()).toBe('2 people gain access.Group AnalystsGroup Name from Analysts→ to ActuariesRoles Added Auditor')
})

test('records that permissions follow from are said to leave them as they are, settings are not', async () => {
  await show(previewOf([part({ fields: [set('groupName', 'Analysts', 'Actuaries')] })]))
  expect(await effectsShown()).toMatch(/^No one’s permissions change\.Group Analysts/)
  cleanup()
  sent.length = 0
  queryClient.clear()
  const ranges = JSON.stringify({ ranges: [{ range: '203.0.113.0/24', note: '' }] })
  const fields = [set('level', null, 'Tenant'), set('levelId', null, '0199c0de'), set('value', null, ranges)]
  await show(previewOf([part({ type: 'Create', category: 'Setting', entityName: 'signInAddresses', fields })]))
  expect(await effectsShown()).toBe('Setting Sign-in addressesSign-in addresses 203.0.113.0/24')
})

test('what is created or deleted is said, without secrets that are made again', async () => {
  const token = part({ type: 'Create', category: 'SCIM token', entityName: 'Okta', fields: [set('token', null, 'changed')] })
  await show(previewOf([token, part({ type: 'Delete', entityName: 'Old', fields: [set('status', 'Enabled', null)] })]))
  expect(await effectsShown()).toBe('SCIM token Okta is createdGroup Old is deleted')
})

test('a call that would change nothing says so, one that would be refused says why', async () => {
  await show(previewOf([]))
  expect(await effectsShown()).toBe('Nothing changes.')
  cleanup()
  sent.length = 0
  queryClient.clear()
  await show({ code: 'version_conflict', message: 'It was changed since.' })
  expect((await screen.findByText('It is there already.')).textContent).toBeDefined()
})

test('nothing is asked where saving would send nothing', () => {
  render(
    <QueryClientProvider client={queryClient}>
      <CallPreview endpoint={patchGroup} input={undefined} />
    </QueryClientProvider>,
  )
  expect(screen.getByRole('status').textContent).toBe('Nothing changes.')
  expect(sent).toEqual([])
})

const press = (user: ReturnType<typeof userEvent.setup>) => user.click(screen.getByRole('button', { name: 'Preview' }))

test('new tags are previewed one by one, until the names are edited', async () => {
  answer = ({ tagName }: { tagName: string }) => previewOf([part({ type: 'Create', category: 'Tag', entityName: tagName })])
  await renderListAndPanel(() => null, CreateTagsPanel, '/list/new')
  const user = userEvent.setup()
  const panel = await screen.findByRole('dialog', { name: 'Create tags' })
  await press(user)
  expect(within(panel).getByText(/Fix these fields/)).toBeDefined()
  expect(sent).toEqual([])
  await user.type(within(panel).getByLabelText('Tag names'), 'a, b, c, d, e, f, g')
  await press(user)
  await screen.findByText('Tag e')
  expect(sent.map(({ body }) => body)).toEqual(['a', 'b', 'c', 'd', 'e'].map((tagName) => ({ tagName })))
  expect(screen.getByText('and 2 more')).toBeDefined()
  await user.type(within(panel).getByLabelText('Tag names'), 'h')
  expect(screen.queryByText('Tag e')).toBeNull()
})

test('a currency that exists is refused in the text of its form', async () => {
  answer = () => ({ code: 'version_conflict', message: 'It was changed since.' })
  await renderListAndPanel(() => null, CreateCurrencyPanel, '/list/new')
  const user = userEvent.setup()
  const panel = await screen.findByRole('dialog', { name: 'Create currency' })
  await user.type(within(panel).getByLabelText('Code'), 'QQQ')
  await user.type(within(panel).getByLabelText('Name'), 'Quids')
  await press(user)
  await screen.findByText(/QQQ already exists/)
  expect(sent).toMatchObject([{ ifMatch: '"0"', body: [{ currencyCode: 'QQQ', currencyName: 'Quids', isActive: true }] }])
})

test('the deprovisioning limit is previewed as it would be sent', async () => {
  const data = { isOn: true, sharePercent: 10, minimumUsers: 20 }
  answer = () => previewOf([part({ category: 'Deprovisioning limit', fields: [set('sharePercent', '10', '15')] })])
  render(
    <QueryClientProvider client={queryClient}>
      <DeprovisioningLimitDialog latest={{ data: data as never, etag: '"3"' }} onClose={() => undefined} />
    </QueryClientProvider>,
  )
  const user = userEvent.setup()
  const share = await screen.findByLabelText(/share/i)
  await user.clear(share)
  await user.type(share, '15')
  await press(user)
  expect(await effectsShown()).toContain('10→ to 15')
  expect(sent).toMatchObject([{ ifMatch: '*', body: { isOn: true, sharePercent: 15, minimumUsers: 20 } }])
})
