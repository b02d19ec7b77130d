import { afterAll, beforeAll, expect, it } from 'vitest'
import { createApiKey } from '@steward/contract/api-keys/endpoints'
import { ownViewsLimit } from '@steward/contract/saved-views/constants'
import { createSavedView, deleteSavedView, listSavedViews, patchSavedView, putViewDefault } from '@steward/contract/saved-views/endpoints'
import type { SavedView } from '@steward/contract/saved-views/schemas'
import { deleteUser } from '@steward/contract/users/endpoints'
import { asOwner } from '../db/tenant.ts'
import { type TestApp, type TestTenant, type TestUser, startTestApp } from '../testing/app.ts'

let test: TestApp
let tenant: TestTenant
let administrator: string
let viewer: TestUser
let viewing: string

beforeAll(async () => {
  test = await startTestApp()
  tenant = await test.buildTenant()
  administrator = await test.signIn(tenant, tenant.administrator)
  viewer = await test.buildUser(tenant, { actions: ['ViewUsers'] })
  viewing = await test.signIn(tenant, viewer)
})
afterAll(() => test.close())

const content = {
  list: 'users' as const,
  search: 'sort=-createdTime',
  columns: [{ id: 'createdTime', isShown: true, widthPx: 160 }],
  density: 'compact' as const,
}
const create = (token: string, name: string, more: object = {}) =>
  test.call(createSavedView, { body: { ...content, name, ...more } }, { token })
const patch = (token: string, { savedViewId, version }: SavedView, body: object) =>
  test.call(patchSavedView, { params: { savedViewId }, body, ifMatch: `"${version}"` }, { token })
const remove = (token: string, { savedViewId, version }: SavedView) =>
  test.call(deleteSavedView, { params: { savedViewId }, ifMatch: `"${version}"` }, { token })
const setDefault = (token: string, savedViewId: string | null, list: SavedView['list'] = 'users') =>
  test.call(putViewDefault, { params: { list }, body: { savedViewId } }, { token })
const list = async (token: string): Promise<SavedView[]> => (await test.call(listSavedViews, {}, { token })).body.items
const named = async (token: string, name: string) => (await list(token)).find((view) => view.name === name)

it('saves, changes and deletes a view of one person, with an audit', async () => {
  const saved = await create(viewing, '  Newest  ')
  expect(saved.status, JSON.stringify(saved.body)).toBe(201)
  expect(saved.body).toMatchObject({
    ...content,
    name: 'Newest',
    isShared: false,
    isDefault: false,
    createdBy: viewer.username,
    version: 1,
  })
  const changed = await patch(viewing, saved.body, { search: 'q=ada', columns: [], density: null, name: 'Ada' })
  expect(changed.body).toMatchObject({ name: 'Ada', search: 'q=ada', columns: [], density: null, version: 2 })
  expect(await list(administrator)).toEqual([])
  expect((await remove(viewing, changed.body)).status).toBe(204)
  expect(await list(viewing)).toEqual([])
  const audited = await asOwner(test.db, 'operator', (tx) =>
    tx
      .selectFrom('audit_entry')
      .select('field_name')
      .where('tenant_id', '=', tenant.tenantId)
      .where('category', '=', 'Saved view')
      .where('type', '=', 'Update')
      .execute(),
  )
  expect(audited.map((entry) => entry.field_name).toSorted()).toEqual(['density', 'search', 'viewName'])
})

it('keeps names unique for each person and list, in any case', async () => {
  const first = await create(viewing, 'Mine')
  expect(await create(viewing, 'MINE')).toMatchObject({
    status: 409,
    body: { code: 'view_name_taken', errors: [expect.objectContaining({ field: 'name' })] },
  })
  expect((await create(administrator, 'Mine')).status).toBe(201)
  const other = await create(viewing, 'Other')
  expect((await patch(viewing, other.body, { name: 'mine' })).body.code).toBe('view_name_taken')
  const both = await Promise.all([create(viewing, 'Twice'), create(viewing, 'Twice')])
  expect(both.map(({ status }) => status).toSorted()).toEqual([201, 409])
  for (const name of ['Mine', 'Other', 'Twice']) await remove(viewing, (await named(viewing, name)) ?? first.body)
})

it('refuses names, searches and columns that are not possible', async () => {
  expect((await create(viewing, ' ')).body.errors).toContainEqual(expect.objectContaining({ field: 'name', code: 'required' }))
  expect((await create(viewing, 'x'.repeat(65))).body.errors).toContainEqual(expect.objectContaining({ field: 'name', code: 'too_long' }))
  expect((await create(viewing, 'A', { search: 'a=1#b' })).body.errors).toContainEqual(expect.objectContaining({ field: 'search' }))
  const column = { id: 'email', isShown: true, widthPx: 5 }
  expect((await create(viewing, 'A', { columns: [column] })).body.errors).toContainEqual(
    expect.objectContaining({ field: 'columns.0.widthPx' }),
  )
  expect((await create(viewing, 'A', { list: 'planets' })).status).toBe(400)
})

it('shares with everyone who can open the list; only administrators share and change what is shared', async () => {
  expect(await create(viewing, 'Team', { isShared: true })).toMatchObject({ status: 403, body: { code: 'forbidden' } })
  const own = await create(administrator, 'Team')
  const shared = await patch(administrator, own.body, { isShared: true })
  expect(shared.body).toMatchObject({ isShared: true, createdBy: tenant.administrator.username })
  expect(await named(viewing, 'Team')).toMatchObject({ isShared: true })
  expect((await patch(viewing, shared.body, { search: '' })).status).toBe(403)
  expect((await remove(viewing, shared.body)).status).toBe(403)
  const mine = await create(viewing, 'Team')
  expect(mine.status).toBe(201)
  expect((await patch(viewing, mine.body, { isShared: true })).status).toBe(403)
  await remove(viewing, mine.body)
  const back = await patch(administrator, shared.body, { isShared: false })
  expect(back.body).toMatchObject({ isShared: false })
  expect(await named(viewing, 'Team')).toBeUndefined()
  await remove(administrator, back.body)
})

it('shows no views of lists that the caller cannot open', async () => {
  const roles = await create(administrator, 'Roles', { list: 'roles', isShared: true })
  expect((await list(viewing)).some((view) => view.list === 'roles')).toBe(false)
  expect((await create(viewing, 'Roles', { list: 'roles' })).status).toBe(403)
  await remove(administrator, roles.body)
})

it('opens a list with the default of each person', async () => {
  const shared = await create(administrator, 'Everyone', { isShared: true })
  expect((await setDefault(viewing, shared.body.savedViewId)).status).toBe(204)
  expect(await named(viewing, 'Everyone')).toMatchObject({ isDefault: true })
  expect(await named(administrator, 'Everyone')).toMatchObject({ isDefault: false })
  const own = await create(viewing, 'Mine')
  await setDefault(viewing, own.body.savedViewId)
  expect((await list(viewing)).filter((view) => view.isDefault).map((view) => view.name)).toEqual(['Mine'])
  expect((await setDefault(viewing, own.body.savedViewId, 'groups')).body.code).toBe('view_unknown')
  expect((await setDefault(administrator, own.body.savedViewId)).body.code).toBe('view_unknown')
  await setDefault(viewing, null)
  expect((await list(viewing)).some((view) => view.isDefault)).toBe(false)
  await setDefault(viewing, own.body.savedViewId)
  expect((await remove(viewing, own.body)).status).toBe(204)
  await remove(administrator, shared.body)
})

it('refuses a stale change, and a view of another person or tenant', async () => {
  const { body } = await create(viewing, 'Mine')
  await patch(viewing, body, { search: 'q=a' })
  expect((await patch(viewing, body, { search: 'q=b' })).status).toBe(412)
  expect((await patch(administrator, body, { search: 'q=b' })).status).toBe(404)
  expect((await remove(administrator, body)).status).toBe(404)
  const other = await test.buildTenant()
  const foreign = await test.signIn(other, other.administrator)
  expect(await list(foreign)).toEqual([])
  expect((await remove(foreign, body)).status).toBe(404)
  expect((await setDefault(foreign, body.savedViewId)).body.code).toBe('view_unknown')
})

it('is limited for each person, deleted with its owner, and not for API keys', async () => {
  const person = await test.buildUser(tenant, { actions: ['ViewUsers'] })
  const token = await test.signIn(tenant, person)
  const views = Array.from({ length: ownViewsLimit }, (_, index) => ({
    tenant_id: tenant.tenantId,
    owner_id: person.userId,
    list: 'users',
    view_name: `View ${index}`,
    search: '',
    created_by_name: person.username,
  }))
  await asOwner(test.db, 'operator', (tx) => tx.insertInto('saved_view').values(views).execute(), { tenantId: tenant.tenantId })
  expect(await create(token, 'One more')).toMatchObject({ status: 409, body: { code: 'view_limit_reached' } })
  expect((await test.call(deleteUser, { params: { userId: person.userId } }, { token: administrator })).status).toBe(204)
  const left = await asOwner(test.db, 'operator', (tx) =>
    tx.selectFrom('saved_view').select('saved_view_id').where('owner_id', '=', person.userId).execute(),
  )
  expect(left).toEqual([])
  const { groupId } = await test.buildGroup(tenant)
  const key = await test.call(createApiKey, { body: { apiKeyName: 'Views', groups: [groupId] } }, { token: administrator })
  expect((await test.call(listSavedViews, {}, { token: key.body.apiKey })).body.code).toBe('person_needed')
})
