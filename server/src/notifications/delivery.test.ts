import { createPublicKey } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { jwtVerify } from 'jose'
import { createGroup } from '@steward/contract/groups/endpoints'
import {
  addPushSubscription,
  getPushKey,
  listPushSubscriptions,
  removePushSubscription,
  saveSubscriptions,
} from '@steward/contract/notifications/endpoints'
import { addJobs } from '../background/jobs.ts'
import { asOwner, systemContext, withTenant } from '../db/tenant.ts'
import { type TestMailServer, startMailServer } from '../testing/mail.ts'
import { type TestApp, type TestTenant, type TestUser, startTestApp } from '../testing/app.ts'
import { fanOutJob, mailJob } from './jobs.ts'
import { mostBrowsers } from './push-subscriptions.ts'
import { type PushReceiver, failuresOf, groupUpdated, notificationsOf, startPushReceiver, tell } from '../testing/notifications.ts'

let test: TestApp
let mail: TestMailServer
let browser: PushReceiver
let tenant: TestTenant
let viewer: TestUser
let token: string

beforeAll(async () => {
  mail = await startMailServer()
  test = await startTestApp({ environment: { SMTP_URL: mail.url, PUBLIC_URL: 'https://steward.example' } })
})
afterAll(async () => {
  await test?.close()
  await mail?.close()
})
beforeEach(async () => {
  browser = await startPushReceiver()
  tenant = await test.buildTenant()
  viewer = await test.buildUser(tenant, { actions: ['ViewGroups'], givenName: 'Grace' })
  token = await test.signIn(tenant, viewer)
  mail.mails.length = 0
  mail.refuseWith(undefined)
})
afterEach(() => browser.close())

const subscribe = (as: string, ...subscriptionTypes: ('email' | 'push')[]) =>
  test.call(saveSubscriptions, { body: [{ eventType: 'GroupUpdated', namespace: 'identity', subscriptionTypes }] }, { token: as })
const addBrowser = (subscription = browser.subscription, as = token) =>
  test.call(addPushSubscription, { body: subscription }, { token: as })
const runJobs = () => test.app.background.runDue()

/** Makes failed jobs due immediately, as if their delay were over; with `last`, this is their last attempt. */
const retryNow = async (options: { last?: boolean } = {}) => {
  const client = await test.db.connect()
  try {
    await client.query(
      `update graphile_worker._private_jobs set run_at = now() ${options.last ? ', attempts = max_attempts - 1' : ''} where attempts > 0`,
    )
  } finally {
    await client.end()
  }
  await runJobs()
}
const chooseLanguage = (language: string) =>
  withTenant(test.db, systemContext(tenant.tenantId), (tx) =>
    tx
      .insertInto('datastore_entry')
      .values({
        tenant_id: tenant.tenantId,
        level: 'User',
        level_id: viewer.userId,
        entry_key: 'userSettings',
        value: JSON.stringify({ language }),
      })
      .execute(),
  )

describe('an email', () => {
  it('goes to subscribers, with a link into the console', async () => {
    await subscribe(token, 'email')
    await tell(test, tenant, { ...groupUpdated('Analysts <&>'), GroupId: '0199c0de-3333-7c11-9d59-3b8f5f1c2a44' })
    await runJobs()
    expect(mail.mails).toHaveLength(1)
    const [sent] = mail.mails
    expect(sent?.to?.[0]?.address).toBe(viewer.username)
    expect(sent?.subject).toBe(`Group updated: Company ${tenant.tenantName}`)
    expect(sent?.text).toContain('Hello Grace,')
    expect(sent?.text).toContain('someone changed the group Analysts <&>.')
    expect(sent?.html).toContain('Analysts &lt;&amp;&gt;')
    expect(sent?.text).toContain('https://steward.example/home/user-administration/groups/0199c0de-3333-7c11-9d59-3b8f5f1c2a44')
    expect(sent?.text).toContain('https://steward.example/home/notification-settings')
  })

  it('is in the language of its recipient', async () => {
    await chooseLanguage('de')
    await subscribe(token, 'email')
    await tell(test, tenant, groupUpdated('Analysts'))
    await runJobs()
    expect(mail.mails[0]?.html).toContain('lang="de"')
    expect(mail.mails[0]?.subject).not.toContain('Group updated')
  })

  it("doesn't go to users without permission, to the author, or to disabled users", async () => {
    const administrator = await test.signIn(tenant, tenant.administrator)
    const disabled = await test.buildUser(tenant, { actions: ['ViewGroups'] })
    await subscribe(await test.signIn(tenant, disabled), 'email')
    await subscribe(token, 'email')
    const created = { eventType: 'GroupCreated', namespace: 'identity', subscriptionTypes: ['email'] } as const
    await test.call(saveSubscriptions, { body: [{ ...created, subscriptionTypes: ['email'] }] }, { token: administrator })
    await asOwner(test.db, 'operator', async (tx) => {
      await tx.updateTable('app_user').set({ is_disabled: true }).where('user_id', '=', disabled.userId).execute()
      // The viewer can no longer see groups, but the subscription stays.
      await tx.deleteFrom('group_member').where('user_id', '=', viewer.userId).execute()
    })
    await tell(test, tenant, groupUpdated('Analysts'))
    await test.call(createGroup, { body: { groupName: 'Mine', usernames: [], roleIds: [] } }, { token: administrator })
    await runJobs()
    expect(mail.mails).toEqual([])
  })

  it('is retried while the mail server fails, and sent once', async () => {
    await subscribe(token, 'email')
    mail.refuseWith(451)
    await tell(test, tenant, groupUpdated('Analysts'))
    await runJobs()
    expect(await failuresOf(test, tenant)).toEqual([])
    mail.refuseWith(undefined)
    await retryNow()
    await retryNow()
    expect(mail.mails).toHaveLength(1)
  })

  it('is sent once even if a job runs again', async () => {
    await subscribe(token, 'email')
    await tell(test, tenant, groupUpdated('Analysts'))
    await runJobs()
    const [item] = (await notificationsOf(test, token)).items
    const about = { tenantId: tenant.tenantId, notificationId: item?.notificationId ?? '' }
    await withTenant(test.db, systemContext(tenant.tenantId), async (tx) => {
      await addJobs(tx, fanOutJob, [about, about])
      await addJobs(tx, mailJob, [{ ...about, userId: viewer.userId }])
    })
    await runJobs()
    expect(mail.mails).toHaveLength(1)
  })

  it('that fails for good makes the notification undelivered, and is recorded in the system log', async () => {
    await subscribe(token, 'email')
    mail.refuseWith(550)
    await tell(test, tenant, groupUpdated('Analysts'))
    await runJobs()
    const { items, unreadCount } = await notificationsOf(test, token)
    expect([items[0]?.status, unreadCount]).toEqual(['UNDELIVERED', 1])
    expect(await failuresOf(test, tenant)).toMatchObject([
      {
        username: viewer.username,
        outcome: 'failure',
        details: { channel: 'email', messageType: 'GroupUpdated', recipient: viewer.username, reason: expect.stringContaining('550') },
      },
    ])
  })
})

describe('a push', () => {
  it('reaches the browser encrypted and signed, with its link', async () => {
    await addBrowser()
    await subscribe(token, 'push')
    await tell(test, tenant, groupUpdated('Analysts'))
    await runJobs()
    const [notification] = (await notificationsOf(test, token)).items
    expect(browser.received.map(({ payload }) => payload)).toEqual([
      {
        notificationId: notification?.notificationId,
        messageType: 'GroupUpdated',
        kind: 'info',
        title: 'Group updated',
        body: 'someone changed the group Analysts.',
        path: '/home/user-administration/groups',
        language: 'en',
      },
    ])
    expect(notification?.status).toBe('UNACKNOWLEDGED')
    expect(mail.mails).toEqual([])

    const { headers } = browser.received[0] ?? {}
    expect(headers).toMatchObject({ 'content-encoding': 'aes128gcm', ttl: '86400' })
    const { publicKey } = (await test.call(getPushKey, {}, { token })).body
    const [, jwt = '', key] = /^vapid t=(.+), k=(.+)$/.exec(headers?.authorization ?? '') ?? []
    expect(key).toBe(publicKey)
    const point = Buffer.from(publicKey, 'base64url')
    const coordinate = (start: number) => point.subarray(start, start + 32).toString('base64url')
    const jwk = createPublicKey({ format: 'jwk', key: { kty: 'EC', crv: 'P-256', x: coordinate(1), y: coordinate(33) } })
    const { payload } = await jwtVerify(jwt, jwk, { audience: new URL(browser.subscription.endpoint).origin })
    expect(payload.sub).toBe('https://steward.example')
  })

  it('waits in a queue, since the browser chose its address', async () => {
    await addBrowser()
    await subscribe(token, 'push')
    await tell(test, tenant, groupUpdated('Analysts'))
    browser.answerWith(500)
    await runJobs()
    const { rows } = await asOwner(test.db, 'operator', (tx) =>
      sql<{ name: string }>`
        select queue.queue_name as name from graphile_worker._private_jobs job
          join graphile_worker._private_job_queues queue on queue.id = job.job_queue_id`.execute(tx),
    )
    expect(rows).toEqual([{ name: expect.stringMatching(/^push [01]$/) }])
  })

  it('never exceeds the size limit of push services, in any script', async () => {
    await addBrowser()
    await subscribe(token, 'push')
    await tell(test, tenant, groupUpdated('長い名前'.repeat(1_000)))
    await runJobs()
    expect(browser.received).toHaveLength(1)
    expect(Number(browser.received[0]?.headers['content-length'])).toBeLessThanOrEqual(4_096)
    expect(browser.received[0]?.payload).toMatchObject({ body: expect.stringMatching(/長.*…$/) })
  })

  it('is retried while the push service fails, without a second email', async () => {
    await addBrowser()
    await subscribe(token, 'push', 'email')
    browser.answerWith(503, 429)
    await tell(test, tenant, groupUpdated('Analysts'))
    await runJobs()
    await retryNow()
    await retryNow()
    expect(browser.received).toHaveLength(3)
    expect(mail.mails).toHaveLength(1)
    expect(await failuresOf(test, tenant)).toEqual([])
  })

  it.each([404, 410])('removes the browser on status %d', async (status) => {
    await addBrowser()
    await subscribe(token, 'push', 'email')
    browser.answerWith(status)
    await tell(test, tenant, groupUpdated('Analysts'))
    await runJobs()
    expect((await test.call(listPushSubscriptions, {}, { token })).body).toEqual([])
    expect(await failuresOf(test, tenant)).toMatchObject([{ details: { channel: 'push' } }])
    // The email arrived, so the notification is delivered.
    expect((await notificationsOf(test, token)).items[0]?.status).toBe('UNACKNOWLEDGED')
    await tell(test, tenant, groupUpdated('Modellers'))
    await runJobs()
    expect(browser.received).toHaveLength(1)
  })

  it('that fails for good leaves the notification undelivered if the email failed too', async () => {
    await addBrowser()
    await subscribe(token, 'push', 'email')
    mail.refuseWith(550)
    browser.answerWith(500, 500)
    await tell(test, tenant, groupUpdated('Analysts'))
    await runJobs()
    expect((await notificationsOf(test, token)).items[0]?.status).toBe('UNACKNOWLEDGED')
    await retryNow({ last: true })
    expect((await notificationsOf(test, token)).items[0]?.status).toBe('UNDELIVERED')
    expect((await failuresOf(test, tenant)).map(({ details }) => details['channel'])).toEqual(['email', 'push'])
  })
})

describe('browsers', () => {
  it('are listed with their names, recognized again, and removed', async () => {
    const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
    const first = await test.call(addPushSubscription, { body: browser.subscription }, { token, headers: { 'user-agent': firefox } })
    expect(first.status).toBe(201)
    const again = await test.call(addPushSubscription, { body: browser.subscription }, { token, headers: { 'user-agent': firefox } })
    expect(again.body).toEqual(first.body)
    expect((await test.call(listPushSubscriptions, {}, { token })).body).toEqual([
      expect.objectContaining({ endpoint: browser.subscription.endpoint, device: expect.stringContaining('Firefox') }),
    ])
    const params = { pushSubscriptionId: first.body.pushSubscriptionId }
    const colleague = await test.signIn(tenant, tenant.administrator)
    expect((await test.call(removePushSubscription, { params }, { token: colleague })).status).toBe(404)
    expect((await test.call(removePushSubscription, { params }, { token })).status).toBe(204)
    expect((await test.call(removePushSubscription, { params }, { token })).status).toBe(404)
  })

  it('are reassigned when another user of the tenant signs in there', async () => {
    await addBrowser()
    const colleague = await test.signIn(tenant, tenant.administrator)
    expect((await addBrowser(browser.subscription, colleague)).status).toBe(201)
    expect((await test.call(listPushSubscriptions, {}, { token })).body).toEqual([])
  })

  it('are limited to ten', async () => {
    for (let n = 0; n < mostBrowsers; n++) {
      const { endpoint, keys } = browser.subscription
      expect((await addBrowser({ endpoint: `${endpoint}${n}`, keys })).status).toBe(201)
    }
    expect((await addBrowser()).body).toMatchObject({ status: 409, code: 'push_limit_reached' })
  })

  it.each(['https://10.0.0.1/x', 'https://[::1]:8443/x', 'http://push.example/x', 'https://169.254.169.254/latest/meta-data'])(
    'at %s are refused',
    async (endpoint) => {
      const answer = await addBrowser({ ...browser.subscription, endpoint })
      expect(answer.body).toMatchObject({ status: 400, code: 'push_endpoint_refused', errors: [{ field: 'endpoint' }] })
    },
  )
})
