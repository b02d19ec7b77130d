import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import Fastify from 'fastify'
import { WebSocket } from 'ws'
import { type LiveServerMessage, liveServerMessage } from '@steward/contract/live-schemas'
import { liveCloseUnauthenticated, livePath } from '@steward/contract/live'
import { login, revokeUserSessions, signOut } from '@steward/contract/session/endpoints'
import { listenForChanges } from '../db/listen.ts'
import { withTenant, systemContext } from '../db/tenant.ts'
import { type TestApp, type TestTenant, type TestUser, password, startTestApp } from '../testing/app.ts'
import { openSessionsAmong } from '../session/sessions.ts'
import { createLive } from './socket.ts'

let testApp: TestApp
let address: string
let tenant: TestTenant
let user: TestUser
const consoles: Console[] = []

beforeAll(async () => {
  testApp = await startTestApp()
  await testApp.app.http.listen({ host: '127.0.0.1', port: 0 })
  const { port } = testApp.app.http.server.address() as AddressInfo // it listens on TCP
  address = `ws://127.0.0.1:${port}${livePath}`
})
afterAll(() => testApp?.close())
beforeEach(async () => {
  tenant = await testApp.buildTenant()
  user = await testApp.buildUser(tenant)
})
afterEach(() => {
  for (const { socket } of consoles.splice(0)) socket.terminate()
})

/** A console from the browser's point of view. */
class Console {
  readonly socket: WebSocket
  readonly messages: LiveServerMessage[] = []
  readonly opened: Promise<void>
  /** The close code. */
  readonly closed: Promise<number>

  constructor(origin?: string) {
    this.socket = new WebSocket(address, origin === undefined ? {} : { origin })
    this.opened = new Promise((resolve) => void this.socket.once('open', () => resolve()))
    this.closed = new Promise((resolve) => void this.socket.once('close', resolve))
    this.socket.on('message', (data) => this.messages.push(liveServerMessage.parse(JSON.parse(String(data)))))
    consoles.push(this)
  }

  async say(message: unknown): Promise<void> {
    await this.opened
    this.socket.send(typeof message === 'string' ? message : JSON.stringify(message))
  }

  /** The first message of this type, as soon as it arrives. */
  async heard(type: LiveServerMessage['type']): Promise<LiveServerMessage> {
    for (;;) {
      const found = this.messages.find((message) => message.type === type)
      if (found) return found
      await once(this.socket, 'message')
    }
  }
}

async function connect(accessToken: string): Promise<Console> {
  const console = new Console()
  await console.say({ type: 'authenticate', accessToken })
  await console.heard('ready')
  return console
}

const renameTenant = (tenantId: string, displayName: string) =>
  withTenant(testApp.db, systemContext(tenantId), (tx) => tx.updateTable('tenant').set({ display_name: displayName }).execute())

describe('sign-in addresses of the tenant', () => {
  it('disconnect consoles outside as soon as they are saved, and refuse new ones', async () => {
    const token = await testApp.signIn(tenant, user)
    const inside = new Console()
    await inside.say({ type: 'authenticate', accessToken: token })
    await inside.heard('ready')
    await withTenant(testApp.db, systemContext(tenant.tenantId), (tx) =>
      tx
        .insertInto('datastore_entry')
        .values({
          tenant_id: tenant.tenantId,
          level: 'Tenant',
          level_id: tenant.tenantId,
          entry_key: 'signInAddresses',
          value: JSON.stringify({ ranges: [{ range: '203.0.113.0/24' }] }),
        })
        .execute(),
    )
    expect(await inside.closed).toBe(liveCloseUnauthenticated)
    const late = new Console()
    await late.say({ type: 'authenticate', accessToken: token })
    expect(await late.closed).toBe(liveCloseUnauthenticated)
  })
})

describe('changes', () => {
  it('reach every console of the tenant and no others', async () => {
    const other = await testApp.buildTenant()
    const [first, second, elsewhere] = await Promise.all([
      testApp.signIn(tenant, tenant.administrator).then(connect),
      testApp.signIn(tenant, user).then(connect),
      testApp.signIn(other, other.administrator).then(connect),
    ])
    await renameTenant(tenant.tenantId, 'Renamed')
    await Promise.all([first?.heard('changed'), second?.heard('changed')])
    expect(first?.messages.at(-1)).toEqual({ type: 'changed', tables: ['tenant'] })
    await renameTenant(other.tenantId, 'Renamed too')
    await elsewhere?.heard('changed')
    expect(elsewhere?.messages).toHaveLength(2)
    expect(first?.messages).toHaveLength(2)
  })

  it('of roles and groups also announce changed permissions', async () => {
    const console = await connect(await testApp.signIn(tenant, user))
    await testApp.buildGroup(tenant, { members: [user] })
    await console.heard('changed')
    expect(console.messages.map(({ type }) => type)).toEqual(['ready', 'permissions', 'changed'])
  })

  it('in quick succession arrive as one message', async () => {
    const console = await connect(await testApp.signIn(tenant, user))
    await Promise.all([testApp.buildRole(tenant), testApp.buildRole(tenant), renameTenant(tenant.tenantId, 'Once')])
    await console.heard('changed')
    expect(console.messages.filter(({ type }) => type === 'changed')).toHaveLength(1)
  })

  it('of sign-ins, successful or failed, are announced for the system log only, once', async () => {
    const console = await connect(await testApp.signIn(tenant, tenant.administrator))
    await testApp.signIn(tenant, user)
    await testApp.call(login, { body: { tenantName: tenant.tenantName, username: user.username, password: 'wrong' } })
    await testApp.app.session.signIn.settled()
    await renameTenant(tenant.tenantId, 'After the sign-in')
    const told = () => console.messages.slice(1).map((message) => (message.type === 'changed' ? message.tables : message.type))
    await expect.poll(() => told().length, { timeout: 5_000 }).toBe(2)
    expect(told()).toEqual(expect.arrayContaining([['tenant'], ['system_log']]))
  })
})

describe('a session that ends', () => {
  it('disconnects the console if an administrator ends it', async () => {
    const console = await connect(await testApp.signIn(tenant, user))
    const token = await testApp.signIn(tenant, tenant.administrator)
    const administrator = await connect(token)
    await testApp.call(revokeUserSessions, { params: { userId: user.userId } }, { token })
    expect(await console.closed).toBe(liveCloseUnauthenticated)
    expect(console.messages.at(-1)).toEqual({ type: 'ended' })
    await administrator.heard('changed')
    expect(administrator.socket.readyState).toBe(WebSocket.OPEN)
  })

  it('disconnects its other tabs if the user signs out', async () => {
    const body = { tenantName: tenant.tenantName, username: user.username, password }
    const { accessToken } = (await testApp.call(login, { body })).body
    const [tab, otherTab] = await Promise.all([connect(accessToken), connect(accessToken)])
    await testApp.call(signOut, {}, { token: accessToken })
    expect(await Promise.all([tab?.closed, otherTab?.closed])).toEqual([liveCloseUnauthenticated, liveCloseUnauthenticated])
  })
})

describe('connections', () => {
  it.each([
    ['an invalid token', { type: 'authenticate', accessToken: 'x.y.z' }, liveCloseUnauthenticated],
    ['a different first message', { type: 'pong' }, 1008],
    ['nonsense', 'nonsense', 1008],
  ])('not one with %s', async (_case, message, code) => {
    const console = new Console()
    await console.say(message)
    expect(await console.closed).toBe(code)
    expect(console.messages).toEqual([])
  })

  it('are refused if the message is too long', async () => {
    const console = new Console()
    await console.say('x'.repeat(20_000))
    expect(await console.closed).toBe(1009)
  })

  it('are refused from pages of another site', async () => {
    const console = new Console('https://evil.example')
    expect(await console.closed).toBe(1008)
  })

  it('are accepted from the console of the public URL', async () => {
    const console = new Console('http://localhost:8080')
    await console.say({ type: 'authenticate', accessToken: await testApp.signIn(tenant, user) })
    expect(await console.heard('ready')).toEqual({ type: 'ready' })
  })

  it('are closed if they send nothing', async () => {
    const changes = await listenForChanges(testApp.db)
    const impatient = Fastify()
    const { authenticator } = testApp.app.session
    const { log } = impatient
    const openSessions = async () => new Set<string>()
    const live = createLive({ changes, log, openSessions, authenticator, publicUrl: 'http://localhost:8080', authenticateWithinMs: 1 })
    await live.register(impatient)
    await impatient.listen({ host: '127.0.0.1', port: 0 })
    const { port } = impatient.server.address() as AddressInfo // it listens on TCP
    const socket = new WebSocket(`ws://127.0.0.1:${port}${livePath}`)
    const [code] = await once(socket, 'close')
    expect(code).toBe(liveCloseUnauthenticated)
    await impatient.close()
    await changes.close()
  })

  it('are closed for later where there are too many', async () => {
    const changes = await listenForChanges(testApp.db)
    const crowded = Fastify()
    const { authenticator } = testApp.app.session
    const openSessions = async () => new Set<string>()
    const limits = { crowded: 0, ofUser: 0 }
    const live = createLive({ changes, log: crowded.log, openSessions, authenticator, publicUrl: 'http://localhost:8080', limits })
    await live.register(crowded)
    await crowded.listen({ host: '127.0.0.1', port: 0 })
    const { port } = crowded.server.address() as AddressInfo // it listens on TCP
    const accessToken = await testApp.signIn(tenant, user)
    const socket = new WebSocket(`ws://127.0.0.1:${port}${livePath}`)
    await once(socket, 'open')
    socket.send(JSON.stringify({ type: 'authenticate', accessToken }))
    expect((await once(socket, 'close'))[0]).toBe(1013)
    await crowded.close()
    await changes.close()
  })

  it('are ignored if they close before they are accepted', async () => {
    const changes = await listenForChanges(testApp.db)
    const slow = Fastify()
    const { authenticator } = testApp.app.session
    const gone = Promise.withResolvers<void>()
    let questions = 0
    const { hub, register } = createLive({
      changes,
      log: slow.log,
      openSessions: (tenantId, sessionIds) => openSessionsAmong(testApp.db, tenantId, sessionIds),
      publicUrl: 'http://localhost:8080',
      authenticator: {
        ...authenticator,
        async verifyAccessToken(token) {
          // The second check runs when the console already counts as connected.
          if (++questions === 2) {
            socket.terminate()
            await gone.promise
          }
          return authenticator.verifyAccessToken(token)
        },
      },
    })
    await register(slow)
    await slow.listen({ host: '127.0.0.1', port: 0 })
    slow.websocketServer.on('connection', (connected) => connected.on('close', () => gone.resolve()))
    const { port } = slow.server.address() as AddressInfo // it listens on TCP
    const socket = new WebSocket(`ws://127.0.0.1:${port}${livePath}`)
    const accessToken = await testApp.signIn(tenant, user)
    socket.once('open', () => socket.send(JSON.stringify({ type: 'authenticate', accessToken })))
    await gone.promise
    await expect.poll(() => hub.size).toBe(0)
    await slow.close()
    await changes.close()
  })

  it('are closed if they send messages after they were accepted', async () => {
    const console = await connect(await testApp.signIn(tenant, user))
    await console.say({ type: 'authenticate', accessToken: 'again' })
    expect(await console.closed).toBe(1008)
  })
})
