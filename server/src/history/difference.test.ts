import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { undoChange } from '@steward/contract/changes/endpoints'
import { createGroup, deleteGroup, patchGroup } from '@steward/contract/groups/endpoints'
import { getDifference } from '@steward/contract/history/endpoints'
import { type HistoryRecord, historyPermissions } from '@steward/contract/history/records'
import type { HistoryPart } from '@steward/contract/history/schemas'
import type { QueryOf, ResponseOf } from '@steward/contract/http'
import { patchRole } from '@steward/contract/roles/endpoints'
import { bulkUsers, updateUser } from '@steward/contract/users/endpoints'
import { type TestApp, type TestTenant, startTestApp } from '../testing/app.ts'

let app: TestApp
let tenant: TestTenant
let token: string
beforeAll(async () => {
  app = await startTestApp()
  tenant = await app.buildTenant()
  token = await app.signIn(tenant, tenant.administrator)
})
afterAll(() => app?.close())

type Query = Partial<QueryOf<typeof getDifference>> & { record: HistoryRecord; from: string }
const ask = (query: Query, by = token) =>
  app.call(getDifference, { query: { to: new Date().toISOString(), ...query } as QueryOf<typeof getDifference> }, { token: by })

async function difference(query: Query, by = token): Promise<ResponseOf<typeof getDifference>> {
  const { status, body } = await ask(query, by)
  expect(status, JSON.stringify(body)).toBe(200)
  return body
}

/** A moment to which everything so far belongs, and nothing that follows. */
async function moment(): Promise<string> {
  await wait(3)
  const now = new Date().toISOString()
  await wait(3)
  return now
}

/** "Update Analysts groupName:Analysts>Desk" */
const told = ({ type, entityName, fields }: HistoryPart) =>
  [
    type,
    entityName,
    ...fields.map(({ fieldName, kind, values }) =>
      kind === 'set'
        ? `${fieldName}:${values.map(({ previousValue, currentValue }) => `${previousValue}>${currentValue}`).join()}`
        : `${fieldName}${kind === 'added' ? '+' : '-'}${values.map(({ previousValue, currentValue }) => previousValue ?? currentValue).join()}`,
    ),
  ].join(' ')

const rename = (groupId: string, value: string) =>
  app.call(
    patchGroup,
    { params: { groupId }, body: [{ operation: 'Update', targetProperty: 'GroupName', value }], ifMatch: '*' },
    { token },
  )

describe('what differs between two moments', () => {
  it('is the first value before and the last one after, without what was changed back', async () => {
    const ben = await app.buildUser(tenant)
    const ida = await app.buildUser(tenant)
    const { groupId } = await app.buildGroup(tenant, { groupName: 'Writers', members: [ben] })
    const from = await moment()
    await rename(groupId, 'Desk')
    await rename(groupId, 'Underwriters')
    const members = (userId: string, action: 'addToGroup' | 'removeFromGroup') =>
      app.call(bulkUsers, { body: { userIds: [userId], change: { action, groupId } } }, { token })
    await members(ida.userId, 'addToGroup')
    await members(ben.userId, 'removeFromGroup')
    const between = await moment()
    await members(ben.userId, 'addToGroup')
    const found = await difference({ record: 'group', id: groupId, from })
    expect(found.parts.map(told)).toEqual([`Update Underwriters groupName:Writers>Underwriters usernames+${ida.username}`])
    expect([found.partCount, found.counts]).toEqual([1, [{ category: 'Group', type: 'Update', count: 1 }]])
    expect(found.changes).toHaveLength(3)
    expect(found.changes.every(({ change }) => change?.isUndoable)).toBe(true)
    const earlier = await difference({ record: 'group', id: groupId, from, to: between })
    expect(earlier.parts.map(told)).toEqual([
      `Update Underwriters groupName:Writers>Underwriters usernames+${ida.username} usernames-${ben.username}`,
    ])
    expect((await difference({ record: 'user', id: ben.userId, from })).partCount).toBe(0)
    expect((await difference({ record: 'user', id: ida.userId, from })).parts.map(told)).toEqual([
      `Update Underwriters usernames+${ida.username}`,
    ])
  })

  it('says what is new, gone, and back', async () => {
    const own = await app.buildTenant()
    const by = await app.signIn(own, own.administrator)
    const { groupId: kept } = await app.buildGroup(own, { groupName: 'Kept' })
    const { groupId: gone } = await app.buildGroup(own, { groupName: 'Gone' })
    const { roleId } = await app.buildRole(own, { roleName: 'Viewer', actions: ['ViewUsers'] })
    const from = await moment()
    const remove = (groupId: string) => app.call(deleteGroup, { params: { groupId }, ifMatch: '*' }, { token: by })
    const deleted = await remove(kept)
    await app.call(undoChange, { params: { changeId: String(deleted.headers['change-id']) } }, { token: by })
    await remove(gone)
    const passing = await app.call(createGroup, { body: { groupName: 'Passing' } }, { token: by })
    await remove(passing.body.groupId)
    await app.call(createGroup, { body: { groupName: 'New' } }, { token: by })
    await app.call(
      patchRole,
      { params: { roleId }, body: [{ operation: 'Update', targetProperty: 'Actions', value: ['ViewGroups'] }], ifMatch: '*' },
      { token: by },
    )
    const found = await difference({ record: 'tenant', from }, by)
    expect(found.parts.map(told).map((text) => text.split(' ').slice(0, 2).join(' '))).toEqual([
      'Create New',
      'Delete Gone',
      'Update Viewer',
    ])
    expect(found.counts).toEqual([
      { category: 'Group', type: 'Create', count: 1 },
      { category: 'Group', type: 'Delete', count: 1 },
      { category: 'Role', type: 'Update', count: 1 },
    ])
    const second = await difference({ record: 'tenant', from, limit: 1, offset: 1 }, by)
    expect([second.partCount, second.parts.map(({ entityName }) => entityName)]).toEqual([3, ['Gone']])
  })
})

describe('comparing moments', () => {
  const from = () => new Date(Date.now() - 1_000).toISOString()

  it('is for those who can see the record', async () => {
    const { roleId } = await app.buildRole(tenant, { actions: ['ViewUsers'] })
    const viewer = await app.buildUser(tenant)
    await app.buildGroup(tenant, { roleIds: [roleId], members: [viewer] })
    const by = await app.signIn(tenant, viewer)
    expect((await ask({ record: 'user', id: viewer.userId, from: from() }, by)).status).toBe(200)
    const refused = await ask({ record: 'tenant', from: from() }, by)
    expect([refused.status, refused.body.parameters]).toEqual([403, { permission: historyPermissions.tenant }])
    const { status } = await app.call(getDifference, { query: { record: 'tenant', from: from(), to: new Date().toISOString() } as never })
    expect(status).toBe(401)
  })

  it('shows nothing of another tenant', async () => {
    const before = await moment()
    const user = await app.buildUser(tenant)
    await app.call(updateUser, { params: { userId: user.userId }, body: { familyName: 'Other' }, ifMatch: '*' }, { token })
    const other = await app.buildTenant()
    const by = await app.signIn(other, other.administrator)
    expect((await difference({ record: 'user', id: user.userId, from: before })).partCount).toBe(1)
    expect(await difference({ record: 'user', id: user.userId, from: before }, by)).toMatchObject({ partCount: 0, parts: [], changes: [] })
  })

  it('needs two moments in order, within what is kept', async () => {
    const codes = async (query: Query) => {
      const { status, body } = await ask(query)
      return [status, body.code, body.errors?.[0]?.field ?? body.field]
    }
    const now = new Date().toISOString()
    expect(await codes({ record: 'tenant', from: now, to: now })).toEqual([400, 'invalid_request', 'query.to'])
    expect(await codes({ record: 'tenant', from: now, to: '2099-01-01T00:00:00.000Z' })).toEqual([400, 'as_of_future', 'query.to'])
    expect(await codes({ record: 'tenant', from: '2001-01-01T00:00:00.000Z' })).toEqual([400, 'as_of_too_old', 'query.from'])
    expect(await codes({ record: 'tenant', from: '2099-01-01T00:00:00.000Z', to: undefined })).toEqual([400, 'as_of_future', 'query.from'])
    expect(await codes({ record: 'tenant', from: from(), to: undefined })).toEqual([200, undefined, undefined])
    expect(await codes({ record: 'group', from: from() })).toEqual([400, 'invalid_request', 'query.id'])
  })
})
