import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { exportAuditLog, exportAuditLogLines, getAuditChange, listAuditChanges, listAuditLog } from '@steward/contract/audit-log/endpoints'
import { auditedTables } from '@steward/contract/audit-log/constants'
import type { AuditChange, AuditEntry } from '@steward/contract/audit-log/schemas'
import { createGroup, deleteGroup, patchGroup } from '@steward/contract/groups/endpoints'
import type { CallInput } from '@steward/contract/http'
import { sql } from 'kysely'
import { asOwner, withTenant } from '../db/tenant.ts'
import { type TestApp, type TestTenant, startTestApp } from '../testing/app.ts'
import { planOf } from './filter.ts'
import { readSlice } from './queries.ts'

let app: TestApp
let tenant: TestTenant
let token: string

beforeAll(async () => {
  app = await startTestApp()
  tenant = await app.buildTenant()
  token = await app.signIn(tenant, tenant.administrator)
})
afterAll(() => app.close())

type Query = NonNullable<CallInput<typeof listAuditLog>['query']>
interface Part<T> {
  items: T[]
  newest: string | null
  oldest: string | null
  hasNewer: boolean
  hasOlder: boolean
  examinedTo: string | null
}

async function list(query: Query = {}, by = token) {
  const answer = await app.call(listAuditLog, { query }, { token: by })
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return answer.body as Part<AuditEntry>
}
async function changes(query: Query = {}) {
  const answer = await app.call(listAuditChanges, { query }, { token })
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return answer.body as Part<AuditChange>
}
const refused = async (query: object) => (await app.call(listAuditLog, { query: query as Query }, { token })).body

async function group(groupName: string): Promise<string> {
  const made = await app.call(createGroup, { body: { groupName } }, { token })
  expect(made.status, JSON.stringify(made.body)).toBe(201)
  return made.body.groupId
}

/** Entries at one moment, as a transaction writes them. */
function write(entries: { at: string; name: string; field?: string; entityId?: string; category?: string; actor?: string }[], of = tenant) {
  return asOwner(
    app.db,
    'operator',
    async (tx) => {
      for (const entry of entries) {
        await sql`
          insert into audit_entry (tenant_id, occurred_at, type, category, entity_id, entity_name, field_name, previous_value, current_value,
                                   actor_type, actor_id, actor_name, request_id)
          values (${of.tenantId}, ${entry.at}, 'Update', ${entry.category ?? 'Setting'}, ${entry.entityId ?? entry.name}, ${entry.name},
                  ${entry.field ?? 'value'}, 'old', ${`new ${entry.name}`}, 'user', ${entry.actor ?? 'somebody'}, ${entry.actor ?? 'somebody'},
                  ${`request ${entry.at}`})`.execute(tx)
      }
    },
    { tenantId: of.tenantId },
  )
}

describe('by field', () => {
  test('tells who changed what from what to what', async () => {
    const groupId = await group('Log readers')
    const { items } = await list({ entity: [groupId], field: ['groupName'] })
    expect(items).toMatchObject([
      {
        type: 'Create',
        category: 'Group',
        entityId: groupId,
        entityName: 'Log readers',
        entity: { isGone: false, productCode: null },
        fieldName: 'groupName',
        previousValue: null,
        currentValue: 'Log readers',
        actorType: 'user',
        actorId: tenant.administrator.userId,
        actorName: tenant.administrator.username,
        requestId: expect.any(String),
      },
    ])
  })

  test('filters by each column, by pairs of them, and by text', async () => {
    const at = '2026-02-03T04:05:06Z'
    await write([
      { at, name: 'Alpha', category: 'Setting', actor: 'kim' },
      { at, name: 'Beta', category: 'Setting', actor: 'lee' },
      { at, name: 'Gamma', category: 'Role', actor: 'kim', field: 'actions' },
    ])
    const range = { from: '2026-02-03T00:00:00Z', until: '2026-02-04T00:00:00Z' }
    const names = async (query: Query) => (await list({ ...range, ...query })).items.map((item) => item.entityName)
    expect(await names({})).toEqual(['Gamma', 'Beta', 'Alpha'])
    expect(await names({ actor: ['kim'] })).toEqual(['Gamma', 'Alpha'])
    expect(await names({ category: ['Setting'] })).toEqual(['Beta', 'Alpha'])
    expect(await names({ category: ['Setting', 'Role'] })).toEqual(['Gamma', 'Beta', 'Alpha'])
    expect(await names({ type: ['Create'] })).toEqual([])
    expect(await names({ field: ['actions'] })).toEqual(['Gamma'])
    expect(await names({ actor: ['kim'], category: ['Setting'] })).toEqual(['Alpha'])
    expect(await names({ actor: ['kim', 'lee'], type: ['Update'], entity: ['Beta'] })).toEqual(['Beta'])
    expect(await names({ search: 'BET' })).toEqual(['Beta'])
    expect(await names({ search: 'new gam' })).toEqual(['Gamma'])
    expect(await names({ search: '%' })).toEqual([])
    expect(await names({ search: 'lee', category: ['Role'] })).toEqual([])
    expect((await list({ ...range, until: '2026-02-03T04:05:06Z' })).items).toEqual([])
    expect((await list({ days: 1 })).items.some((item) => item.entityName === 'Alpha')).toBe(false)
  })

  test('pages in both directions over entries of the same moment', async () => {
    const other = await app.buildTenant()
    const by = await app.signIn(other, other.administrator)
    const at = (second: number) => `2026-02-05T00:00:0${second}.123456Z`
    await write(
      Array.from({ length: 12 }, (_, index) => ({ at: at(Math.floor(index / 5)), name: `Entry ${String(index).padStart(2, '0')}` })),
      other,
    )
    const range = { from: '2026-02-05T00:00:00Z', until: '2026-02-06T00:00:00Z', limit: 4 }
    const seen: string[][] = []
    let page = await list(range, by)
    expect([page.hasNewer, page.hasOlder]).toEqual([false, true])
    for (;;) {
      seen.push(page.items.map((item) => item.entityName))
      if (!page.hasOlder || page.oldest === null) break
      page = await list({ ...range, before: page.oldest }, by)
      expect(page.hasNewer).toBe(true)
    }
    expect(seen.flat()).toEqual(Array.from({ length: 12 }, (_, index) => `Entry ${String(11 - index).padStart(2, '0')}`))
    const back = await list({ ...range, after: page.newest ?? '' }, by)
    expect(back.items.map((item) => item.entityName)).toEqual(seen[1])
    expect([back.hasNewer, back.hasOlder]).toEqual([true, true])
    const front = await list({ ...range, after: back.newest ?? '' }, by)
    expect([front.items.map((item) => item.entityName), front.hasNewer]).toEqual([seen[0], false])
    expect((await list({ ...range, after: front.newest ?? '' }, by)).items).toEqual([])
  })

  test('stops after many entries and continues from there', async () => {
    const at = '2026-02-08T00:00:00Z'
    await write(Array.from({ length: 30 }, (_, index) => ({ at, name: index === 2 ? 'Needle' : 'Hay' })))
    const plan = planOf({ from: at, until: '2026-02-08T00:00:01Z', search: 'needle' }, new Date())
    const read = (from?: { at: string; id: string }) =>
      withTenant(
        app.db,
        { tenantId: tenant.tenantId, requestId: '', actor: { type: 'system', id: 'system', name: 'Steward' } },
        (tx) => readSlice(tx, plan, { from, direction: 'older', limit: 5, examined: 20 }),
        { readOnly: true },
      )
    const first = await read()
    expect([first.rows.length, first.hasMore]).toEqual([0, false])
    expect(first.examinedTo).toBeDefined()
    const second = await read(first.examinedTo)
    expect(second.rows.map((row) => row.entity_name)).toEqual(['Needle'])
    expect(second.examinedTo).toBeUndefined()
  })
})

describe('by change', () => {
  test('folds the fields that one request changed in one entity', async () => {
    const groupId = await group('Folders')
    const user = await app.buildUser(tenant)
    const patched = await app.call(
      patchGroup,
      {
        params: { groupId },
        body: [
          { operation: 'Update', targetProperty: 'GroupName', value: 'Folded' },
          { operation: 'Add', targetProperty: 'Usernames', value: [user.username] },
        ],
        ifMatch: '*',
      },
      { token },
    )
    expect(patched.status, JSON.stringify(patched.body)).toBe(200)
    const { items } = await changes({ entity: [groupId] })
    expect(items.map(({ type, entityName, fieldCount }) => ({ type, entityName, fieldCount }))).toEqual([
      { type: 'Update', entityName: 'Folded', fieldCount: 2 },
      { type: 'Create', entityName: 'Folders', fieldCount: 4 },
    ])
    expect(items[0]?.fields).toContainEqual({
      fieldName: 'usernames',
      subjectId: user.userId,
      previousValue: null,
      currentValue: user.username,
    })
    const detail = await app.call(getAuditChange, { params: { cursor: items[0]?.cursor ?? '' } }, { token })
    expect(detail.body).toMatchObject({ fieldCount: 2, lastState: null, entity: { isGone: false } })
  })

  test('pages in both directions', async () => {
    await write(
      Array.from({ length: 14 }, (_, index) => ({
        at: `2026-02-10T00:00:0${Math.floor(index / 4)}Z`,
        name: `Set ${Math.floor(index / 2)}`,
      })),
    )
    const range = { from: '2026-02-10T00:00:00Z', until: '2026-02-11T00:00:00Z', limit: 3 }
    const names = (part: Part<AuditChange>) => part.items.map((item) => `${item.entityName} (${item.fieldCount})`)
    const first = await changes(range)
    expect(names(first)).toEqual(['Set 6 (2)', 'Set 5 (2)', 'Set 4 (2)'])
    const second = await changes({ ...range, before: first.oldest ?? '' })
    expect(names(second)).toEqual(['Set 3 (2)', 'Set 2 (2)', 'Set 1 (2)'])
    const third = await changes({ ...range, before: second.oldest ?? '' })
    expect([names(third), third.hasOlder]).toEqual([['Set 0 (2)'], false])
    const back = await changes({ ...range, after: third.newest ?? '' })
    expect([names(back), back.hasNewer]).toEqual([names(second), true])
    expect(names(await changes({ ...range, after: back.newest ?? '' }))).toEqual(names(first))
    expect(names(await changes({ ...range, before: back.oldest ?? '' }))).toEqual(names(third))
  })

  test('shows the last state of what is gone', async () => {
    const groupId = await group('Short-lived')
    const removed = await app.call(deleteGroup, { params: { groupId }, ifMatch: '*' }, { token })
    expect(removed.status).toBe(204)
    const { items } = await changes({ entity: [groupId], type: ['Create'] })
    expect(items).toMatchObject([{ entityName: 'Short-lived', entity: { isGone: true } }])
    const { body } = await app.call(getAuditChange, { params: { cursor: items[0]?.cursor ?? '' } }, { token })
    expect(body.lastState).toContainEqual({ fieldName: 'groupName', value: 'Short-lived' })
    expect(body).toMatchObject({ deletedByName: tenant.administrator.username, deletedAt: expect.any(String) })
  })

  test('gives the product of a resource group, whose page needs it', async () => {
    const { items } = await changes({ category: ['Resource group'] })
    expect(items).toEqual([])
    const id = await asOwner(
      app.db,
      'operator',
      async (tx) =>
        (
          await tx
            .insertInto('resource_group')
            .values({ tenant_id: tenant.tenantId, product_code: 'RI-RISKMODELER', resource_group_name: 'Europe', all_access: false })
            .returning('resource_group_id')
            .executeTakeFirstOrThrow()
        ).resource_group_id,
      { tenantId: tenant.tenantId },
    )
    expect((await changes({ entity: [id] })).items).toMatchObject([{ entity: { isGone: false, productCode: 'RI-RISKMODELER' } }])
  })
})

test('exports what the filters match, with formulas escaped', async () => {
  await write([{ at: '2026-02-12T00:00:00Z', name: '=1+1' }])
  const query = { from: '2026-02-12T00:00:00Z', until: '2026-02-13T00:00:00Z', category: ['Setting', 'Role'] }
  const answer = await app.call(exportAuditLog, { query }, { token })
  const lines = String(answer.body).replace('\uFEFF', '').trim().split('\n')
  expect(lines[0]).toBe('timestamp,name,actingUser,actorType,type,category,fieldName,currentValue,previousValue,entityId,actorId,requestId')
  expect(lines.slice(1)).toEqual([
    expect.stringMatching(/^2026-02-12T00:00:00\.000Z,'=1\+1,somebody,user,Update,Setting,value,new =1\+1,old/),
  ])
  expect(answer.headers['content-disposition']).toContain('audit-log.csv')
})

test('exports the same as JSON Lines, with values as they are', async () => {
  const name = '=1+1 "quoted", \\ and\na line'
  await write([
    { at: '2026-01-12T00:00:00Z', name },
    { at: '2026-01-12T01:00:00Z', name: 'Later' },
  ])
  const query = { from: '2026-01-12T00:00:00Z', until: '2026-01-13T00:00:00Z', category: ['Setting', 'Role'] }
  const answer = await app.call(exportAuditLogLines, { query }, { token })
  expect(answer.headers['content-type']).toContain('application/jsonl')
  expect(answer.headers['content-disposition']).toContain('audit-log.jsonl')
  const lines = String(answer.body).trimEnd().split('\n')
  expect(lines.map((line): unknown => JSON.parse(line))).toEqual([
    expect.objectContaining({ timestamp: '2026-01-12T01:00:00.000Z', name: 'Later' }),
    expect.objectContaining({ timestamp: '2026-01-12T00:00:00.000Z', name, category: 'Setting', previousValue: 'old' }),
  ])
})

test('refuses ranges and positions that make no sense', async () => {
  const fields = (field: string) => ({ code: 'invalid_request', errors: [{ field: `query.${field}` }] })
  expect(await refused({ days: 3 })).toMatchObject(fields('days'))
  expect(await refused({ days: 7, from: '2026-02-12T00:00:00Z' })).toMatchObject(fields('days'))
  expect(await refused({ from: '2026-02-12T00:00:00Z', until: '2026-02-11T00:00:00Z' })).toMatchObject(fields('until'))
  expect(await refused({ before: 'nowhere' })).toMatchObject(fields('before'))
  const { newest } = await list()
  expect(await refused({ before: newest, after: newest })).toMatchObject(fields('after'))
  expect(await refused({ type: ['Rename'] })).toMatchObject({ code: 'invalid_request' })
  expect((await app.call(getAuditChange, { params: { cursor: 'nowhere' } }, { token })).status).toBe(404)
})

test('shows nothing of another tenant', async () => {
  const groupId = await group('Ours')
  const [entry] = (await list({ entity: [groupId] })).items
  const other = await app.buildTenant()
  const by = await app.signIn(other, other.administrator)
  expect((await list({ entity: [groupId] }, by)).items).toEqual([])
  expect((await app.call(getAuditChange, { params: { cursor: entry?.cursor ?? '' } }, { token: by })).status).toBe(404)
})

test('needs the permission and the flag', async () => {
  const reader = await app.signIn(tenant, await app.buildUser(tenant, { actions: ['ViewSystemLog'] }))
  expect((await list({}, reader)).items.length).toBeGreaterThan(0)
  const stranger = await app.signIn(tenant, await app.buildUser(tenant, { actions: ['ViewUsers'] }))
  expect((await app.call(listAuditLog, {}, { token: stranger })).status).toBe(403)
  const setFlag = (isEnabled: boolean) =>
    asOwner(
      app.db,
      'operator',
      (tx) =>
        tx
          .insertInto('feature_flag_override')
          .values({ tenant_id: tenant.tenantId, flag_name: 'AuditLog', is_enabled: isEnabled })
          .onConflict((conflict) => conflict.columns(['tenant_id', 'flag_name']).doUpdateSet({ is_enabled: isEnabled }))
          .execute(),
      { tenantId: tenant.tenantId },
    )
  await setFlag(false)
  expect((await app.call(listAuditLog, {}, { token: reader })).body).toMatchObject({
    code: 'forbidden',
    parameters: { permission: 'Navigation.AuditLog' },
  })
  await setFlag(true)
})

test('knows every table with an audit trigger', async () => {
  const { rows } = await asOwner(app.db, 'operator', (tx) =>
    sql<{ name: string }>`select distinct tgrelid::regclass::text as name from pg_trigger where tgname ~ '^audit_'`.execute(tx),
  )
  expect(rows.map(({ name }) => name).toSorted()).toEqual([...auditedTables].toSorted())
})
