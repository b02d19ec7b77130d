import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTag, exportTags, listTags, updateTag } from '@steward/contract/reference-data/tags'
import { createExport } from '@steward/contract/exports/endpoints'
import { operator, withTenant } from '../../db/tenant.ts'
import { type TestApp, type TestTenant, startTestApp } from '../../testing/app.ts'

let app: TestApp
let tenant: TestTenant
let token: string

beforeAll(async () => {
  app = await startTestApp()
  tenant = await app.buildTenant()
  token = await app.signIn(tenant, tenant.administrator)
})
afterAll(() => app.close())

const create = (tagName: string, by = token) => app.call(createTag, { body: { tagName } }, { token: by })
const list = async (query: object = {}, by = token) => (await app.call(listTags, { query }, { token: by })).body
const update = (tagId: string, body: { tagName?: string; isActive?: boolean }, ifMatch?: string) =>
  app.call(updateTag, { params: { tagId }, body, ifMatch }, { token })

describe('create', () => {
  test('creates an active tag', async () => {
    const answer = await create(' renewal_2027 ')
    expect(answer.status).toBe(201)
    const by = tenant.administrator.username
    expect(answer.body).toMatchObject({ tagName: 'renewal_2027', isActive: true, createdBy: by, updatedBy: by, version: 1 })
    expect(answer.headers['etag']).toBe('"1"')
  })

  test('refuses names that exist in any case, next to the field', async () => {
    await create('Twice')
    expect(await create('tWICE')).toMatchObject({
      status: 409,
      body: { code: 'tag_exists', message: expect.stringContaining('already exists'), errors: [{ field: 'tagName', code: 'tag_exists' }] },
    })
  })

  test.each(['', 'two words', 'a,b', 'a-b', 'x'.repeat(65)])('refuses the name %j', async (tagName) => {
    expect(await create(tagName)).toMatchObject({ status: 400, body: { errors: [{ field: 'tagName' }] } })
  })

  test('takes names of another tenant, and creates one of two at the same moment', async () => {
    const other = await app.buildTenant()
    expect((await create('renewal_2027', await app.signIn(other, other.administrator))).status).toBe(201)
    const answers = await Promise.all(['race', 'RACE', 'Race'].map((name) => create(name)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409])
  })
})

describe('update', () => {
  test('renames, deactivates and activates, and increments the version once each', async () => {
    const { tagId } = (await create('draft_1')).body
    expect((await update(tagId, { tagName: 'Draft_1', isActive: false })).body).toMatchObject({
      tagName: 'Draft_1',
      isActive: false,
      version: 2,
    })
    const same = await update(tagId, { isActive: false }, '"2"')
    expect([same.body.version, same.headers['etag']]).toEqual([2, '"2"'])
    expect((await update(tagId, { isActive: true }, '"2"')).body).toMatchObject({ isActive: true, version: 3 })
    expect(await update(tagId, { isActive: false }, '"2"')).toMatchObject({ status: 412, body: { code: 'version_conflict' } })
    expect((await update(tagId, {})).body.version).toBe(3)
  })

  test('refuses a name that exists, an unknown tag and unknown fields', async () => {
    const { tagId } = (await create('free')).body
    await create('taken')
    expect(await update(tagId, { tagName: 'TAKEN' })).toMatchObject({
      status: 409,
      body: { code: 'tag_exists', errors: [{ field: 'tagName' }] },
    })
    expect((await update('0199c0de-7777-7c11-9d59-3b8f5f1c2a44', { isActive: false })).status).toBe(404)
    expect((await update(tagId, { color: 'red' } as object)).status).toBe(400)
  })

  test('is in the audit log with the fields that changed', async () => {
    const { tagId } = (await create('audited')).body
    await update(tagId, { isActive: false })
    const rows = await withTenant(
      app.db,
      { tenantId: tenant.tenantId, requestId: '', actor: operator },
      (tx) => tx.selectFrom('audit_entry').selectAll().where('entity_name', '=', 'audited').where('field_name', '=', 'isActive').execute(),
      { readOnly: true },
    )
    const active = rows.map(({ category, previous_value, current_value }) => [category, previous_value, current_value])
    expect(active).toContainEqual(['Tag', 'true', 'false'])
  })
})

describe('list', () => {
  let own: TestTenant
  let by: string

  beforeAll(async () => {
    own = await app.buildTenant()
    by = await app.signIn(own, own.administrator)
    for (const name of ['alpha', 'Beta', 'gamma', 'alphabet']) await create(name, by)
    const [{ tagId }] = (await list({ search: 'gamma' }, by)).items
    await app.call(updateTag, { params: { tagId }, body: { isActive: false } }, { token: by })
  })

  const names = (page: { items: { tagName: string }[] }) => page.items.map(({ tagName }) => tagName)

  test('pages, filters, sorts and counts', async () => {
    const page = await list({ limit: 2, offset: 1 }, by)
    expect(page).toMatchObject({ count: 2, limit: 2, offset: 1, totalCount: 4, totalIsExact: true })
    expect(names(page)).toEqual(['alphabet', 'Beta'])
    expect(names(await list({ sort: '-tagName' }, by))).toEqual(['gamma', 'Beta', 'alphabet', 'alpha'])
    expect(names(await list({ sort: 'isActive' }, by))[0]).toBe('gamma')
    expect(await list({ search: 'ALPHA' }, by)).toMatchObject({ totalCount: 2, totalIsExact: true })
    expect(await list({ search: '_' }, by)).toMatchObject({ totalCount: 0 })
    expect(names(await list({ search: 'Älpha, BET' }, by))).toEqual(['alphabet'])
    expect(names(await list({ isActive: 'false' }, by))).toEqual(['gamma'])
    expect(names(await list({ isActive: 'true', search: 'a', sort: '-createdAt' }, by))).toEqual(['alphabet', 'Beta', 'alpha'])
    const [alpha] = (await list({ search: 'alpha' }, by)).items
    expect(await list({ tagId: alpha.tagId }, by)).toMatchObject({ items: [alpha], totalCount: 1, totalIsExact: true })
    expect(await list({ tagId: alpha.tagId })).toMatchObject({ items: [], totalCount: 0 })
    for (const sort of ['createdBy', '-updatedBy']) expect((await list({ sort }, by)).count).toBe(4)
  })

  test('exports the filtered tags, also in the background', async () => {
    const file = await app.call(exportTags, { query: { search: 'alpha', sort: '-tagName' } }, { token: by })
    expect(file.headers['content-disposition']).toBe('attachment; filename="tags.csv"')
    const [header, first, second, ...rest] = String(file.body).split('\n').slice(0, -1)
    expect(header).toBe('\uFEFFtagName,isActive,createdBy,createdAt,updatedBy,updatedAt')
    expect([first?.split(',').slice(0, 2), second?.split(',').slice(0, 2), rest]).toEqual([['alphabet', 'true'], ['alpha', 'true'], []])
    const exported = await app.call(createExport, { body: { kind: 'tags', filter: { isActive: 'false' } } }, { token: by })
    expect(exported).toMatchObject({ status: 202, body: { kind: 'tags' } })
  })

  test('is for people who see reference data; only those who edit it change tags', async () => {
    const reader = await app.signIn(own, await app.buildUser(own, { actions: ['ViewCurrencies'] }))
    expect((await app.call(listTags, {}, { token: reader })).status).toBe(200)
    expect((await create('refused', reader)).status).toBe(403)
    const editor = await app.signIn(own, await app.buildUser(own, { actions: ['EditCurrencySchemes'] }))
    expect((await create('allowed', editor)).status).toBe(201)
  })
})
