import { afterAll, beforeAll, expect, it } from 'vitest'
import { createApiKey, deleteApiKey } from '@steward/contract/api-keys/endpoints'
import { getApiUsage, listApiFailures } from '@steward/contract/api-usage/endpoints'
import { listRoles } from '@steward/contract/roles/endpoints'
import { listUsers } from '@steward/contract/users/endpoints'
import { asOwner } from '../db/tenant.ts'
import { type TestApp, type TestTenant, startTestApp } from '../testing/app.ts'
import { cleanApiUsage } from './recorder.ts'

let test: TestApp
let tenant: TestTenant
let administrator: string
let key: { apiKey: string; apiKeyName: string; apiKeyId: string }

beforeAll(async () => {
  // All calls are within one hour.
  const now = new Date()
  test = await startTestApp({ now: () => now })
  tenant = await test.buildTenant()
  administrator = await test.signIn(tenant, tenant.administrator)
  const { roleId } = await test.buildRole(tenant, { actions: ['ViewUsers'] })
  const { groupId } = await test.buildGroup(tenant, { roleIds: [roleId] })
  const create = (apiKeyName: string) => test.call(createApiKey, { body: { apiKeyName, groups: [groupId] } }, { token: administrator })
  key = (await create('Reader')).body
  await create('Idle')
  for (let count = 0; count < 3; count++) await test.call(listUsers, {}, { token: key.apiKey })
  await test.call(listRoles, {}, { token: key.apiKey })
  await test.app.usage.flush()
})
afterAll(() => test.close())

const usage = async (query = {}) => (await test.call(getApiUsage, { query }, { token: administrator })).body

it('counts calls, errors and latency by key and by endpoint', async () => {
  const body = await usage({ apiKeyId: key.apiKeyId })
  expect(body.totals).toMatchObject({ calls: 4, clientErrors: 1, serverErrors: 0, p50: expect.any(Number), p99: expect.any(Number) })
  expect(body.callers).toEqual([expect.objectContaining({ apiKeyId: key.apiKeyId, name: 'Reader', isDeleted: false, calls: 4 })])
  expect(body.endpoints).toEqual([
    expect.objectContaining({ endpointId: 'listUsers', method: 'GET', path: '/auth/v2/users', calls: 3, clientErrors: 0 }),
    expect.objectContaining({ endpointId: 'listRoles', calls: 1, clientErrors: 1 }),
  ])
  expect(body.step).toBe('hour')
  expect(body.series).toHaveLength(24)
  expect(body.series.at(-1)).toMatchObject({ calls: 4 })
})

it('separates the console from the keys, and includes keys that were never used', async () => {
  const body = await usage()
  expect(body.callers).toContainEqual(expect.objectContaining({ apiKeyId: null, name: '' }))
  expect(body.unusedKeys.map((unused: { apiKeyName: string }) => unused.apiKeyName)).toContain('Idle')
})

it('shows days beyond a week, and adds up writes of the same hour', async () => {
  await test.call(listUsers, {}, { token: key.apiKey })
  await test.app.usage.flush()
  const body = await usage({ days: 92, endpointId: 'listUsers', apiKeyId: key.apiKeyId })
  expect(body.step).toBe('day')
  expect(body.totals.calls).toBe(4)
  expect(body.series.length).toBeGreaterThanOrEqual(92)
})

it('keeps the last failures with their requests', async () => {
  const { body } = await test.call(listApiFailures, { query: { apiKeyId: key.apiKeyId } }, { token: administrator })
  expect(body.items).toEqual([expect.objectContaining({ apiKeyName: 'Reader', endpointId: 'listRoles', status: 403 })])
})

it('refuses an unknown range', async () => {
  const answer = await test.call(getApiUsage, { query: { days: 5 } }, { token: administrator })
  expect(answer.status).toBe(400)
  expect(answer.body.errors).toContainEqual(expect.objectContaining({ field: 'query.days' }))
})

it('shows nothing of another tenant', async () => {
  const other = await test.buildTenant()
  const token = await test.signIn(other, other.administrator)
  const { body } = await test.call(getApiUsage, { query: { apiKeyId: key.apiKeyId } }, { token })
  expect(body.totals.calls).toBe(0)
  expect((await test.call(listApiFailures, {}, { token })).body.items).toEqual([])
})

it('deletes data older than every range, and still names deleted keys', async () => {
  await test.call(deleteApiKey, { params: { key: 'Reader' } }, { token: administrator })
  expect((await usage()).callers).toContainEqual(expect.objectContaining({ name: 'Reader', isDeleted: true }))
  await asOwner(test.db, 'operator', (tx) =>
    tx
      .updateTable('api_usage')
      .set({ hour: new Date('2020-01-01') } as never)
      .where('tenant_id', '=', tenant.tenantId)
      .where('caller_type', '=', 'key')
      .execute(),
  )
  await cleanApiUsage(test.db)
  expect((await usage({ days: 92 })).callers.every((caller: { apiKeyId: string | null }) => caller.apiKeyId === null)).toBe(true)
})
