import { afterAll, beforeAll, expect, it } from 'vitest'
import { endpoints } from '@steward/contract/endpoints'
import { countExport } from '@steward/contract/exports/endpoints'
import { markWhatsNewSeen } from '@steward/contract/help/whats-new'
import type { CallInput, Endpoint } from '@steward/contract/http'
import { groupJobs, tagJobs } from '@steward/contract/jobs/endpoints'
import {
  acknowledgeAllNotifications,
  acknowledgeNotification,
  addPushSubscription,
  saveSubscriptions,
} from '@steward/contract/notifications/endpoints'
import { putViewDefault } from '@steward/contract/saved-views/endpoints'
import { putSetting } from '@steward/contract/tenants/endpoints'
import { buildTag, jobActions } from '../testing/job-log.ts'
import { buildJobReport, buildJobResourceGroup, jobsToken, sendJobs } from '../testing/jobs.ts'
import { notificationsOf, startPushReceiver, tell, type PushReceiver } from '../testing/notifications.ts'
import { type TestApp, startTestApp } from '../testing/app.ts'

/** Changes that a console repeats if there was no response (docs/adr/012): the second call changes nothing and returns the same. */

let test: TestApp
let browser: PushReceiver
let token: string
/** The input of each. */
let inputs: Map<string, CallInput<Endpoint>>

beforeAll(async () => {
  test = await startTestApp()
  browser = await startPushReceiver()
  const tenant = await test.buildTenant()
  token = await test.signIn(tenant, tenant.administrator)
  await tell(test, tenant, { messageType: 'GroupUpdated', parameters: { groupName: 'Analysts', actorName: 'someone' } })
  const notificationId = (await notificationsOf(test, token)).items[0]?.notificationId
  const subscription = { eventType: 'GroupCreated', namespace: 'identity', subscriptionTypes: ['email'] }
  const { roleId } = await test.buildRole(tenant, { actions: [...jobActions] })
  const { groupId } = await test.buildGroup(tenant, { members: [tenant.administrator], roleIds: [roleId] })
  await buildJobResourceGroup(test, tenant)
  const job = buildJobReport()
  await sendJobs(test, await jobsToken(test, tenant), tenant, [job])
  const jobIds = [job.jobId]
  inputs = new Map<string, CallInput<Endpoint>>([
    [countExport.id, { body: { kind: 'users', filter: {} } }],
    [tagJobs.id, { body: { jobIds, add: [await buildTag(test, tenant, 'Renewal')] } }],
    [groupJobs.id, { body: { jobIds, add: [groupId] } }],
    [markWhatsNewSeen.id, { body: { entryId: 'job-log' } }],
    [acknowledgeNotification.id, { params: { notificationId } }],
    [acknowledgeAllNotifications.id, { body: { through: notificationId } }],
    [saveSubscriptions.id, { body: [subscription] }],
    [addPushSubscription.id, { body: browser.subscription }],
    [putViewDefault.id, { params: { list: 'users' }, body: { savedViewId: null } }],
    [putSetting.id, { body: { key: 'userSettings', level: 'User', levelId: tenant.administrator.userId, value: '{"theme":"dark"}' } }],
  ])
})
afterAll(async () => {
  await browser?.close()
  await test?.close()
})

const repeatable = [...endpoints.values()].filter((endpoint) => endpoint.repeatable)

it('are only changes: reads always are', () => {
  expect(repeatable.filter(({ method }) => method === 'GET')).toEqual([])
})

it.each(repeatable.map((endpoint) => [endpoint.id, endpoint] as const))('%s', async (id, endpoint) => {
  const input = inputs.get(id)
  if (!input) throw new Error(`say here what ${id} is called with`)
  const [first, second] = [await test.call(endpoint, input, { token }), await test.call(endpoint, input, { token })]
  expect(first.status).toBe(endpoint.status)
  expect(second.status).toBe(first.status)
  // The time of the save isn't part of the result.
  const { updatedTime: _, ...answer } = { ...first.body }
  if (first.body !== undefined && !Array.isArray(first.body)) expect(second.body).toMatchObject(answer)
  else expect(second.body).toEqual(first.body)
})
