import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { Subscription } from '@steward/contract/notifications/schemas'
import { listSubscriptions, listSupportedEventTypes, saveSubscriptions } from '@steward/contract/notifications/endpoints'
import { systemContext, withTenant } from '../db/tenant.ts'
import { type TestApp, type TestTenant, type TestUser, startTestApp } from '../testing/app.ts'

let test: TestApp
let tenant: TestTenant
let viewer: TestUser
let token: string

beforeAll(async () => {
  test = await startTestApp()
})
afterAll(() => test?.close())
beforeEach(async () => {
  tenant = await test.buildTenant()
  viewer = await test.buildUser(tenant, { actions: ['ViewGroups'] })
  token = await test.signIn(tenant, viewer)
})

const created: Subscription = { eventType: 'GroupCreated', namespace: 'identity', subscriptionTypes: ['email', 'push'] }
const save = (body: Subscription[]) => test.call(saveSubscriptions, { body }, { token })

it('offers the event types that the user can see', async () => {
  const { body } = await test.call(listSupportedEventTypes, {}, { token })
  expect(body.map(({ eventType }: Subscription) => eventType)).toEqual([
    'GroupCreated',
    'GroupDeleted',
    'GroupUpdated',
    'ExportReady',
    'ExportFailed',
  ])
  expect(body[0]).toEqual({
    eventType: 'GroupCreated',
    namespace: 'identity',
    subscriptionTypes: ['email', 'push'],
    displayName: 'Group created',
    description: 'A group was created',
  })
})

it("starts empty, saves changes, and keeps types that aren't in the request", async () => {
  expect((await test.call(listSubscriptions, {}, { token })).body).toEqual([])
  expect((await save([created])).body).toEqual([created])
  const deleted: Subscription = { eventType: 'GroupDeleted', namespace: 'identity', subscriptionTypes: ['push'] }
  expect((await save([deleted, { ...created, subscriptionTypes: ['email'] }])).body).toEqual([
    { ...created, subscriptionTypes: ['email'] },
    deleted,
  ])
  expect((await save([{ ...created, subscriptionTypes: [] }])).body).toEqual([deleted])
  expect((await test.call(listSubscriptions, {}, { token })).body).toEqual([deleted])
})

it('records changes in the audit log, and nothing if nothing changed', async () => {
  await save([created])
  await save([{ ...created, subscriptionTypes: ['push', 'email'] }])
  await save([{ ...created, subscriptionTypes: ['push'] }])
  const entries = await withTenant(test.db, systemContext(tenant.tenantId), (tx) =>
    tx
      .selectFrom('audit_entry')
      .select(['type', 'field_name', 'current_value', 'actor_name'])
      .where('category', '=', 'Notification subscription')
      .where('type', '=', 'Update')
      .execute(),
  )
  expect(entries).toEqual([{ type: 'Update', field_name: 'email', current_value: 'false', actor_name: viewer.username }])
})

it('refuses to subscribe to types without permission, but allows unsubscribing', async () => {
  const licenses: Subscription = { eventType: 'ExpiringAppEntitlementsEvent', namespace: 'entitlements', subscriptionTypes: ['email'] }
  const answer = await save([created, licenses])
  expect(answer.status).toBe(409)
  expect(answer.body).toMatchObject({ code: 'event_type_unavailable', errors: [{ field: '1.eventType' }] })
  // All or nothing.
  expect((await test.call(listSubscriptions, {}, { token })).body).toEqual([])
  expect((await save([{ ...licenses, subscriptionTypes: [] }])).status).toBe(200)
})

it("refuses a namespace that doesn't match the type, and unknown types and channels", async () => {
  expect((await save([{ ...created, namespace: 'scim' }])).body).toMatchObject({
    status: 400,
    code: 'event_namespace_wrong',
    errors: [{ field: '0.namespace' }],
  })
  const raw = async (item: object) =>
    (
      await test.app.http.inject({
        method: 'POST',
        url: '/messages/subscriptions',
        headers: { authorization: `Bearer ${token}` },
        payload: [item],
      })
    ).statusCode
  expect(await raw({ ...created, eventType: 'Whatever' })).toBe(400)
  expect(await raw({ ...created, subscriptionTypes: ['sms'] })).toBe(400)
})
