import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { createGroup } from '@steward/contract/groups/endpoints'
import { type LiveServerMessage, liveServerMessage } from '@steward/contract/live-schemas'
import { livePath } from '@steward/contract/live'
import { acknowledgeNotification } from '@steward/contract/notifications/endpoints'
import { type App, buildApp } from '../app.ts'
import { loadConfig } from '../config.ts'
import { type TestApp, type TestTenant, startTestApp } from '../testing/app.ts'
import { breakListening } from '../testing/break-listening.ts'
import { groupUpdated, notificationsOf, tell } from '../testing/notifications.ts'

/** Two processes on one database, as behind a load balancer. */
let test: TestApp
let second: App
let tenant: TestTenant
const sockets: WebSocket[] = []

beforeAll(async () => {
  test = await startTestApp()
  const config = loadConfig({ STEWARD_ENV: 'test', LOG_LEVEL: 'silent', STEWARD_DATA_DIR: test.dataDir })
  second = await buildApp({ config, db: test.db, log: pino({ level: 'silent' }), rateLimits: false })
  for (const { http } of [test.app, second]) await http.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(async () => {
  await second?.close()
  await test?.close()
})
beforeEach(async () => {
  tenant = await test.buildTenant()
})
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.terminate()
})

interface Console {
  token: string
  messages: LiveServerMessage[]
  heard(type: LiveServerMessage['type']): Promise<LiveServerMessage>
}

async function connect(app: App, user: { username: string }, inTenant = tenant): Promise<Console> {
  const token = await test.signIn(inTenant, user)
  const { port } = app.http.server.address() as AddressInfo // it listens on TCP
  const socket = new WebSocket(`ws://127.0.0.1:${port}${livePath}`)
  sockets.push(socket)
  const messages: LiveServerMessage[] = []
  socket.on('message', (data) => messages.push(liveServerMessage.parse(JSON.parse(String(data)))))
  await once(socket, 'open')
  socket.send(JSON.stringify({ type: 'authenticate', accessToken: token }))
  const heard = async (type: LiveServerMessage['type']) => {
    for (;;) {
      const found = messages.find((message) => message.type === type)
      if (found) return found
      await once(socket, 'message')
    }
  }
  await heard('ready')
  return { token, messages, heard }
}

const groupNames = ({ messages }: Console) =>
  messages.flatMap((message) =>
    message.type === 'notifications' ? message.items.map((item) => item.properties.parameters['groupName']) : [],
  )

it('reaches the consoles of all processes whose users can see it, and no others', async () => {
  const other = await test.buildTenant()
  const viewer = () => test.buildUser(tenant, { actions: ['ViewGroups'] })
  const [first, elsewhere, stranger, foreign] = await Promise.all([
    connect(test.app, await viewer()),
    connect(second, await viewer()),
    connect(second, await test.buildUser(tenant, { actions: ['ViewLicenses'] })),
    connect(second, other.administrator, other),
  ])
  await tell(test, tenant, groupUpdated('Analysts'))
  const message = await first.heard('notifications')
  expect(await elsewhere.heard('notifications')).toEqual(message)
  expect(message).toMatchObject({ items: [{ status: 'UNACKNOWLEDGED', messageType: 'GroupUpdated', namespace: 'identity' }] })
  // The last message proves that the earlier ones arrived.
  await tell(test, tenant, { messageType: 'ExpiringAppEntitlementsEvent', parameters: { names: ['X'], count: 1 } })
  await tell(test, other, groupUpdated('Foreign'))
  await foreign.heard('notifications')
  expect(groupNames(foreign)).toEqual(['Foreign'])
  expect(groupNames(stranger)).toEqual([])
  expect(groupNames(first)).toEqual(['Analysts'])
})

it('marks it as read for its author, and sends one for a single user only to them', async () => {
  const [administrator, viewer] = await Promise.all([
    connect(second, tenant.administrator),
    connect(test.app, await test.buildUser(tenant, { actions: ['ViewGroups'] })),
  ])
  await test.call(createGroup, { body: { groupName: 'Mine', usernames: [], roleIds: [] } }, { token: administrator.token })
  expect(await administrator.heard('notifications')).toMatchObject({ items: [{ status: 'ACKNOWLEDGED' }] })
  expect(await viewer.heard('notifications')).toMatchObject({ items: [{ status: 'UNACKNOWLEDGED' }] })
  await tell(test, tenant, { ...groupUpdated('Private'), recipientId: tenant.administrator.userId })
  await expect.poll(() => groupNames(administrator)).toEqual(['Mine', 'Private'])
  expect(groupNames(viewer)).toEqual(['Mine'])
})

it("tells a user's other tabs which notifications were read", async () => {
  const user = await test.buildUser(tenant, { actions: ['ViewGroups'] })
  const tab = await connect(test.app, user)
  const otherTab = await connect(second, user)
  const colleague = await connect(second, tenant.administrator)
  await tell(test, tenant, groupUpdated('Analysts'))
  const [item] = (await notificationsOf(test, tab.token)).items
  await test.call(acknowledgeNotification, { params: { notificationId: item?.notificationId ?? '' } }, { token: tab.token })
  await Promise.all([tab.heard('notifications_changed'), otherTab.heard('notifications_changed')])
  expect(colleague.messages.map(({ type }) => type)).not.toContain('notifications_changed')
})

it('asks consoles to reload if there are too many to send', async () => {
  const viewer = await connect(test.app, await test.buildUser(tenant, { actions: ['ViewGroups'] }))
  await Promise.all(Array.from({ length: 30 }, (_, n) => tell(test, tenant, groupUpdated(`Group ${n}`))))
  await expect
    .poll(() => viewer.messages.some(({ type }) => type === 'notifications_changed') || groupNames(viewer).length === 30)
    .toBe(true)
  expect((await notificationsOf(test, viewer.token, { limit: '100' })).items).toHaveLength(30)
})

it('asks consoles to reload if announcements might have been missed', async () => {
  const viewer = await connect(test.app, await test.buildUser(tenant, { actions: ['ViewGroups'] }))
  await breakListening(test.db)
  expect(await viewer.heard('notifications_changed')).toEqual({ type: 'notifications_changed' })
  await tell(test, tenant, groupUpdated('After'))
  await viewer.heard('notifications')
})
