import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createApiKey } from '@steward/contract/api-keys/endpoints'
import { createGroup, deleteGroup, patchGroup } from '@steward/contract/groups/endpoints'
import {
  acknowledgeAllNotifications,
  acknowledgeNotification,
  dismissNotification,
  getUnreadCount,
} from '@steward/contract/notifications/endpoints'
import { systemContext, withTenant } from '../db/tenant.ts'
import { type TestApp, type TestTenant, type TestUser, startTestApp } from '../testing/app.ts'
import { publish } from './publish.ts'
import { groupUpdated, groupsIn, notificationsOf, tell } from '../testing/notifications.ts'

let test: TestApp
let tenant: TestTenant
let viewer: TestUser
/** The notifications of a user who can view groups. */
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

describe('a notification', () => {
  it('is created when a group is created, changed or deleted, for everyone who can view groups', async () => {
    const administrator = await test.signIn(tenant, tenant.administrator)
    const stranger = await test.signIn(tenant, await test.buildUser(tenant, { actions: ['ViewLicenses'] }))
    const created = await test.call(createGroup, { body: { groupName: 'Analysts', usernames: [], roleIds: [] } }, { token: administrator })
    const params = { groupId: created.body.groupId }
    const rename = [{ operation: 'Update' as const, targetProperty: 'GroupName' as const, value: 'Modellers' }]
    await test.call(patchGroup, { params, body: rename, ifMatch: '*' }, { token: administrator })
    // The second time nothing changes.
    await test.call(patchGroup, { params, body: rename, ifMatch: '*' }, { token: administrator })
    await test.call(deleteGroup, { params, ifMatch: '*' }, { token: administrator })

    const { items, unreadCount } = await notificationsOf(test, token)
    expect(items.map(({ messageType, status, kind }) => [messageType, status, kind])).toEqual([
      ['GroupDeleted', 'UNACKNOWLEDGED', 'info'],
      ['GroupUpdated', 'UNACKNOWLEDGED', 'info'],
      ['GroupCreated', 'UNACKNOWLEDGED', 'success'],
    ])
    expect(items[1]?.properties).toEqual({
      displayHeader: 'Group updated',
      displayMessage: `${tenant.administrator.username} changed the group Modellers.`,
      GroupId: params.groupId,
      parameters: { groupName: 'Modellers', actorName: tenant.administrator.username },
    })
    expect(unreadCount).toBe(3)
    // The author knows already.
    const own = await notificationsOf(test, administrator)
    expect(own.items.map(({ status }) => status)).toEqual(['ACKNOWLEDGED', 'ACKNOWLEDGED', 'ACKNOWLEDGED'])
    expect(own.unreadCount).toBe(0)
    expect((await notificationsOf(test, stranger)).items).toEqual([])
  })

  it('is not sent if the change fails', async () => {
    const administrator = await test.signIn(tenant, tenant.administrator)
    const body = { groupName: 'Twice', usernames: [], roleIds: [] }
    await test.call(createGroup, { body }, { token: administrator })
    expect((await test.call(createGroup, { body }, { token: administrator })).status).toBe(409)
    expect(groupsIn((await notificationsOf(test, token)).items)).toEqual(['Twice'])
  })

  it('is in the language of its reader', async () => {
    await tell(test, tenant, groupUpdated('Analysts'))
    const answer = await test.app.http.inject({
      url: '/messages/notifications',
      headers: { authorization: `Bearer ${token}`, 'accept-language': 'de-CH' },
    })
    const [item] = answer.json().items
    expect(item.properties.displayMessage).toContain('Analysts')
    expect(item.properties.displayHeader).not.toBe('Group updated')
  })

  it('for one user is hidden from others, regardless of their permissions', async () => {
    await tell(test, tenant, { ...groupUpdated('Private'), recipientId: viewer.userId })
    expect(groupsIn((await notificationsOf(test, token)).items)).toEqual(['Private'])
    expect((await notificationsOf(test, await test.signIn(tenant, tenant.administrator))).items).toEqual([])
  })

  it('is not visible to other tenants, or to users created later', async () => {
    const other = await test.buildTenant()
    await tell(test, tenant, groupUpdated('Analysts'))
    expect((await notificationsOf(test, await test.signIn(other, other.administrator))).items).toEqual([])
    const late = await test.signIn(tenant, await test.buildUser(tenant, { actions: ['ViewGroups'] }))
    expect(await notificationsOf(test, late)).toMatchObject({ items: [], unreadCount: 0 })
  })

  it('is deleted after its retention', async () => {
    await tell(test, tenant, groupUpdated('Old'))
    await withTenant(test.db, systemContext(tenant.tenantId), (tx) => publish(tx, groupUpdated('Older'), new Date('2020-01-01')))
    expect(groupsIn((await notificationsOf(test, token)).items)).toEqual(['Old'])
    await test.app.background.runScheduled('purge_notifications')
    const left = await withTenant(test.db, systemContext(tenant.tenantId), (tx) =>
      tx.selectFrom('notification').select('notification_id').execute(),
    )
    expect(left).toHaveLength(1)
  })
})

describe('reading', () => {
  it('pages through all, newest first', async () => {
    for (const name of ['1', '2', '3', '4', '5']) await tell(test, tenant, groupUpdated(name))
    const first = await notificationsOf(test, token, { limit: '2' })
    expect([groupsIn(first.items), first.hasMore]).toEqual([['5', '4'], true])
    const before = first.items.at(-1)?.notificationId
    const rest = await notificationsOf(test, token, { limit: '3', before })
    expect([groupsIn(rest.items), rest.hasMore]).toEqual([['3', '2', '1'], false])
  })

  /** A cursor after every concurrent transaction, including those of other tests, has ended, so that nothing is returned twice. */
  async function settledCursor(): Promise<string> {
    let cursor = ''
    const toldAgain = async () => {
      cursor = (await test.call(getUnreadCount, {}, { token })).body.cursor
      return (await notificationsOf(test, token, { since: cursor })).items
    }
    await expect.poll(toldAgain, { timeout: 15_000 }).toEqual([])
    return cursor
  }

  it('returns what is new since the cursor, and misses nothing committed late', async () => {
    await tell(test, tenant, groupUpdated('Before'))
    await settledCursor()
    let committed: Promise<void> | undefined
    let finish: () => void = () => undefined
    await new Promise<void>((inserted) => {
      committed = withTenant(test.db, systemContext(tenant.tenantId), async (tx) => {
        await publish(tx, groupUpdated('Slow'))
        inserted()
        await new Promise<void>((resolve) => {
          finish = resolve
        })
      })
    })
    await tell(test, tenant, groupUpdated('Quick'))
    const { items, cursor } = await notificationsOf(test, token)
    expect(groupsIn(items)).toEqual(['Quick', 'Before'])
    finish()
    await committed
    // Quick was committed after Slow began, so it is returned again; Before is not.
    expect(groupsIn((await notificationsOf(test, token, { since: cursor })).items)).toEqual(['Quick', 'Slow'])
    const next = await settledCursor()
    await tell(test, tenant, groupUpdated('Last'))
    expect(groupsIn((await notificationsOf(test, token, { since: next })).items)).toEqual(['Last'])
  })

  it('ignores a cursor from before a database was restored', async () => {
    await tell(test, tenant, groupUpdated('Here'))
    expect(groupsIn((await notificationsOf(test, token, { since: 'zzzzzzzzzz' })).items)).toEqual(['Here'])
    const answer = await test.app.http.inject({ url: '/messages/notifications?since=!', headers: { authorization: `Bearer ${token}` } })
    expect(answer.statusCode).toBe(400)
  })

  it('is for users: a key has no notifications', async () => {
    const administrator = await test.signIn(tenant, tenant.administrator)
    const { groupId } = await test.buildGroup(tenant)
    const key = await test.call(createApiKey, { body: { apiKeyName: 'Reader', groups: [groupId] } }, { token: administrator })
    const secret: string = key.body.apiKey
    expect((await test.call(getUnreadCount, {}, { token: secret })).body).toMatchObject({ status: 403, code: 'person_needed' })
  })
})

describe('acknowledging', () => {
  it('marks one as read, for oneself only', async () => {
    const colleague = await test.signIn(tenant, await test.buildUser(tenant, { actions: ['ViewGroups'] }))
    for (const name of ['1', '2']) await tell(test, tenant, groupUpdated(name))
    const [second] = (await notificationsOf(test, token)).items
    const params = { notificationId: second?.notificationId ?? '' }
    expect((await test.call(acknowledgeNotification, { params }, { token })).status).toBe(204)
    expect((await test.call(acknowledgeNotification, { params }, { token })).status).toBe(204)
    const { items, unreadCount } = await notificationsOf(test, token)
    expect(items.map(({ status }) => status)).toEqual(['ACKNOWLEDGED', 'UNACKNOWLEDGED'])
    expect(unreadCount).toBe(1)
    expect(groupsIn((await notificationsOf(test, token, { unread: 'true' })).items)).toEqual(['1'])
    expect((await notificationsOf(test, colleague)).unreadCount).toBe(2)
  })

  it('marks all that were shown, but nothing newer', async () => {
    for (const name of ['1', '2']) await tell(test, tenant, groupUpdated(name))
    const [newest] = (await notificationsOf(test, token)).items
    await tell(test, tenant, groupUpdated('3'))
    const body = { through: newest?.notificationId ?? '' }
    const answer = await test.call(acknowledgeAllNotifications, { body }, { token })
    expect(answer.body).toEqual({ unreadCount: 1 })
    expect(groupsIn((await notificationsOf(test, token, { unread: 'true' })).items)).toEqual(['3'])
  })

  it('never marks future notifications', async () => {
    const body = { through: 'ffffffff-ffff-7fff-bfff-ffffffffffff' }
    expect((await test.call(acknowledgeAllNotifications, { body }, { token })).status).toBe(200)
    await tell(test, tenant, groupUpdated('Later'))
    expect((await notificationsOf(test, token)).unreadCount).toBe(1)
  })

  it("removes one from one's own list", async () => {
    const colleague = await test.signIn(tenant, await test.buildUser(tenant, { actions: ['ViewGroups'] }))
    for (const name of ['1', '2']) await tell(test, tenant, groupUpdated(name))
    const [second] = (await notificationsOf(test, token)).items
    const params = { notificationId: second?.notificationId ?? '' }
    expect((await test.call(dismissNotification, { params }, { token })).status).toBe(204)
    expect((await test.call(dismissNotification, { params }, { token })).status).toBe(404)
    expect(await notificationsOf(test, token)).toMatchObject({ items: [{ status: 'UNACKNOWLEDGED' }], unreadCount: 1 })
    expect((await notificationsOf(test, colleague)).items).toHaveLength(2)
  })

  it("returns 404 for another user's notifications and those without permission", async () => {
    await tell(test, tenant, { ...groupUpdated('Private'), recipientId: tenant.administrator.userId })
    const [own] = (await notificationsOf(test, await test.signIn(tenant, tenant.administrator))).items
    const params = { notificationId: own?.notificationId ?? '' }
    expect((await test.call(acknowledgeNotification, { params }, { token })).status).toBe(404)
    expect((await test.call(dismissNotification, { params }, { token })).status).toBe(404)
  })
})

it('counts up to a thousand unread ones', async () => {
  await withTenant(test.db, systemContext(tenant.tenantId), async (tx) => {
    const rows = Array.from({ length: 1_200 }, () => ({
      tenant_id: tenant.tenantId,
      message_type: 'GroupUpdated',
      expires_at: new Date(Date.now() + 86_400_000),
      properties: JSON.stringify({ parameters: {} }),
    }))
    await tx.insertInto('notification').values(rows).execute()
  })
  expect((await test.call(getUnreadCount, {}, { token })).body.unreadCount).toBe(1_000)
})
