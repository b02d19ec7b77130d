import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { getHistory } from '@steward/contract/history/endpoints'
import { createLogStream, patchLogStream } from '@steward/contract/log-streams/endpoints'
import { type HistoryRecord, historyPermissions } from '@steward/contract/history/records'
import type { HistoryEntry } from '@steward/contract/history/schemas'
import { createGroup, patchGroup } from '@steward/contract/groups/endpoints'
import type { QueryOf } from '@steward/contract/http'
import { bulkUsers, createUser, deleteUser, updateUser } from '@steward/contract/users/endpoints'
import { type TestApp, type TestTenant, startTestApp } from '../testing/app.ts'
import { saveTenantSetting } from '../testing/tenant-settings.ts'

let app: TestApp
let tenant: TestTenant
let token: string
beforeAll(async () => {
  app = await startTestApp()
  tenant = await app.buildTenant()
  token = await app.signIn(tenant, tenant.administrator)
})
afterAll(() => app?.close())

type Query = Partial<QueryOf<typeof getHistory>> & { record: HistoryRecord }
const ask = (query: Query, by = token) => app.call(getHistory, { query: query as QueryOf<typeof getHistory> }, { token: by })

async function history(query: Query, by = token): Promise<{ items: HistoryEntry[]; next: string | null }> {
  const { status, body } = await ask(query, by)
  expect(status, JSON.stringify(body)).toBe(200)
  return body
}
/** "Update Analysts usernames+2" */
const told = ({ parts, event }: HistoryEntry) =>
  [
    ...parts.map(({ type, entityName, fields }) =>
      [
        type,
        entityName,
        ...fields.map(
          ({ fieldName, kind, count }) => `${fieldName}${{ set: '', added: '+', removed: '-' }[kind]}${kind === 'set' ? '' : count}`,
        ),
      ].join(' '),
    ),
    ...(event ? [event.kind] : []),
  ].join(' | ')

describe('the history of a user', () => {
  it('has one entry for each request, with names in place of identifiers', async () => {
    const { groupId } = await app.buildGroup(tenant, { groupName: 'Stewards' })
    const body = { email: 'ben.ode@x.example', givenName: 'Ben', familyName: 'Ode', groupIds: [groupId] }
    const { userId } = (await app.call(createUser, { body }, { token })).body
    await app.call(updateUser, { params: { userId }, body: { familyName: 'Oden' }, ifMatch: '*' }, { token })
    await app.call(bulkUsers, { body: { userIds: [userId], change: { action: 'removeFromGroup', groupId } } }, { token })
    const { items, next } = await history({ record: 'user', id: userId })
    expect(items.map(told)).toEqual([
      'Update Stewards usernames-1',
      'Update ben.ode@x.example familyName',
      expect.stringMatching(/^Create ben.ode@x.example .*\| Update Stewards usernames\+1$/),
    ])
    expect(next).toBeNull()
    const [left, renamed] = items
    expect(left?.parts[0]?.fields[0]?.values).toEqual([
      { subjectId: userId, person: { givenName: 'Ben', familyName: 'Oden' }, previousValue: 'ben.ode@x.example', currentValue: null },
    ])
    expect(renamed).toMatchObject({
      actorType: 'user',
      actor: { givenName: expect.any(String) },
      parts: [{ person: { familyName: 'Oden' }, fields: [{ values: [{ previousValue: 'Ode', currentValue: 'Oden' }] }] }],
    })
  })

  it('has sign-ins, and remains when the user is deleted', async () => {
    const user = await app.buildUser(tenant)
    await app.signIn(tenant, user)
    await app.call(deleteUser, { params: { userId: user.userId } }, { token })
    const { items } = await history({ record: 'user', id: user.userId })
    expect(items.map(told).map((text) => text.split(' ')[0])).toEqual(['Delete', 'sign_in', 'Create'])
    expect(items[1]).toMatchObject({ event: { outcome: 'success', address: '127.0.0.1' }, cursor: null })
    expect(items[0]?.parts[0]).toMatchObject({ person: null, entityName: user.username, entity: { isGone: true } })
  })

  it('comes page by page, complete and without repetition', async () => {
    const user = await app.buildUser(tenant)
    for (let index = 0; index < 3; index++) {
      await app.signIn(tenant, user)
      await app.call(updateUser, { params: { userId: user.userId }, body: { givenName: `Ada ${index}` }, ifMatch: '*' }, { token })
    }
    const whole = await history({ record: 'user', id: user.userId })
    expect(whole.items).toHaveLength(7)
    const paged: string[] = []
    for (let before: string | undefined; ;) {
      const page = await history({ record: 'user', id: user.userId, limit: 2, before })
      paged.push(...page.items.map(({ id }) => id))
      if (page.next === null) break
      before = page.next
    }
    expect(paged).toEqual(whole.items.map(({ id }) => id))
  })
})

describe('the history of a group', () => {
  it('counts all members of one request, and names the first', async () => {
    const members = await Promise.all(Array.from({ length: 25 }, () => app.buildUser(tenant)))
    const { groupId } = (await app.call(createGroup, { body: { groupName: 'Analysts', roleIds: [] } }, { token })).body
    await app.call(
      bulkUsers,
      { body: { userIds: members.map(({ userId }) => userId), change: { action: 'addToGroup', groupId } } },
      { token },
    )
    await app.call(
      patchGroup,
      { params: { groupId }, body: [{ operation: 'Update', targetProperty: 'GroupName', value: 'Modelers' }], ifMatch: '*' },
      { token },
    )
    const { items } = await history({ record: 'group', id: groupId })
    expect(items.map(told)).toEqual([
      'Update Modelers groupName',
      'Update Analysts usernames+25',
      expect.stringMatching(/^Create Analysts/),
    ])
    expect(items[1]?.parts[0]?.fields[0]?.values).toHaveLength(20)
    expect(items[1]?.isPartial).toBe(false)
  })
})

describe('the history of other records', () => {
  it('names the actions of a role as the console does', async () => {
    const { roleId } = await app.buildRole(tenant, { roleName: 'Reader', actions: ['ViewUsers'] })
    await app.buildGroup(tenant, { groupName: 'Readers', roleIds: [roleId] })
    const { items } = await history({ record: 'role', id: roleId })
    expect(told(items[0] as HistoryEntry)).toBe('Update Readers roles+1')
    const fields = items[1]?.parts[0]?.fields
    expect(fields?.find(({ fieldName }) => fieldName === 'actions')?.values[0]?.currentValue).toBe('View users')
  })

  it('has the settings of the company, not those of people', async () => {
    await saveTenantSetting(app, tenant, 'sessionPolicy', { lifetimeMinutes: 600, inactivityMinutes: null }, { token })
    const { items } = await history({ record: 'settings' })
    expect(items.map(({ parts }) => parts.map(({ entityName }) => entityName).join())).toContain('sessionPolicy')
    // It was never saved before: what applied until then were the defaults.
    const saved = items.flatMap(({ parts }) => parts).find(({ type, entityName }) => type === 'Create' && entityName === 'sessionPolicy')
    expect(saved?.fields.find(({ fieldName }) => fieldName === 'value')?.values[0]).toMatchObject({
      previousValue: JSON.stringify({ lifetimeMinutes: null, inactivityMinutes: null }),
      currentValue: JSON.stringify({ lifetimeMinutes: 600, inactivityMinutes: null }),
    })
    expect(items.flatMap(({ parts }) => parts).filter(({ category }) => !['Setting', 'Tenant'].includes(category))).toEqual([])
  })

  it('has the changes of a log stream', async () => {
    const body = { logStreamName: 'SIEM', kind: 'webhook' as const, address: 'https://siem.example/hook', sendsSystemLog: false }
    const { logStreamId: id } = (await app.call(createLogStream, { body }, { token })).body
    await app.call(patchLogStream, { params: { logStreamId: id }, body: { isPaused: true } }, { token })
    const { items } = await history({ record: 'logStream', id })
    expect(items.map(({ parts }) => parts.map(({ type, category, entityName }) => [type, category, entityName]))).toEqual([
      [['Update', 'Log stream', 'SIEM']],
      [['Create', 'Log stream', 'SIEM']],
    ])
  })

  it('has all changes of the tenant', async () => {
    const { items } = await history({ record: 'tenant', limit: 3 })
    expect(items).toHaveLength(3)
    for (const record of ['licenses', 'singleSignOn'] as const) await history({ record })
  })
})

describe('who can see it', () => {
  const id = '0199c0de-3333-7c11-9d59-3b8f5f1c2a44'
  const needsId = (record: HistoryRecord) => ['user', 'group', 'role', 'apiKey', 'logStream', 'resourceGroup'].includes(record)

  it('is who can see the record', async () => {
    const by = await app.signIn(tenant, await app.buildUser(tenant, { actions: ['ViewGroups'] }))
    for (const [record, permission] of Object.entries(historyPermissions) as [HistoryRecord, string][]) {
      const answer = await ask({ record, ...(needsId(record) ? { id } : {}) }, by)
      expect([record, answer.status]).toEqual([record, record === 'group' ? 200 : 403])
      if (record !== 'group') expect(answer.body).toMatchObject({ code: 'forbidden', parameters: { permission } })
    }
    expect((await app.call(getHistory, { query: { record: 'group', id } as QueryOf<typeof getHistory> })).status).toBe(401)
  })

  it('is no one of another tenant', async () => {
    const { groupId } = await app.buildGroup(tenant)
    const other = await app.buildTenant()
    const theirs = await app.signIn(other, other.administrator)
    expect((await history({ record: 'group', id: groupId }, theirs)).items).toEqual([])
    expect((await history({ record: 'user', id: tenant.administrator.userId }, theirs)).items).toEqual([])
    expect((await history({ record: 'group', id: groupId })).items).toHaveLength(1)
  })

  it('names the record, with an identifier where there are many', async () => {
    for (const query of [
      { record: 'group' },
      { record: 'settings', id },
      { record: 'weather' },
      { record: 'group', id: 'x' },
      { record: 'group', id, before: 'now' },
    ])
      expect((await ask(query as Query)).status).toBe(400)
  })
})
