import { type Server, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { evaluateFlag } from '@steward/contract/flags/endpoints'
import { getPermissions } from '@steward/contract/access/endpoints'
import { listenForChanges } from '../db/listen.ts'
import { type TestApp, type TestTenant, type TestUser, startTestApp } from '../testing/app.ts'
import { setFlag, stopFlag } from './operator.ts'

/**
 * One Steward gets its flags from another one, over real HTTP. A proxy between them records the traffic, and can be
 * disconnected by a test.
 */
let decider: TestApp
let theirs: TestTenant
let wire: Wire
let follower: TestApp
let ours: TestTenant
let user: TestUser
let token: string

type Cut = 'silent' | 'refused' | 'nonsense' | undefined
interface Wire {
  url: string
  statuses: number[]
  contexts: Record<string, unknown>[]
  cut: Cut
  server: Server
}

async function startWire(target: string): Promise<Wire> {
  const made: Wire = { url: '', statuses: [], contexts: [], cut: undefined, server: createServer() }
  made.server.on('request', (request, reply) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString()
      made.contexts.push((JSON.parse(body) as { context: Record<string, unknown> }).context)
      if (made.cut === 'silent') return
      if (made.cut !== undefined) {
        reply.writeHead(made.cut === 'refused' ? 503 : 200, { 'content-type': 'application/json' }).end('<html>')
        return
      }
      const headers = Object.fromEntries(
        ['authorization', 'content-type', 'if-none-match'].flatMap((name) => {
          const value = request.headers[name]
          return typeof value === 'string' ? [[name, value]] : []
        }),
      )
      void fetch(`${target}${request.url}`, { method: 'POST', headers, body }).then(async (answer) => {
        made.statuses.push(answer.status)
        const etag = answer.headers.get('etag')
        reply.writeHead(answer.status, { 'content-type': 'application/json', ...(etag === null ? {} : { etag }) })
        reply.end(answer.status === 304 ? undefined : await answer.text())
      })
    })
  })
  await new Promise<void>((resolve) => made.server.listen(0, '127.0.0.1', resolve))
  made.url = `http://127.0.0.1:${(made.server.address() as AddressInfo).port}`
  return made
}

beforeAll(async () => {
  decider = await startTestApp({ environment: { STEWARD_ACCESS_TOKEN_SECONDS: '3600' } })
  theirs = await decider.buildTenant()
  const target = await decider.app.http.listen({ host: '127.0.0.1', port: 0 })
  wire = await startWire(target)
  follower = await startTestApp({
    environment: {
      FLAGS_OFREP_URL: `${wire.url}/`,
      FLAGS_OFREP_TOKEN: await decider.signIn(theirs, theirs.administrator),
      FLAGS_OFREP_POLL_SECONDS: '1',
      FLAGS_OFREP_TIMEOUT_MS: '300',
    },
  })
  ours = await follower.buildTenant()
  user = await follower.buildUser(ours)
  token = await follower.signIn(ours, user)
})
afterAll(async () => {
  await follower.close()
  wire.server.closeAllConnections()
  wire.server.close()
  await decider.close()
})
afterEach(() => {
  vi.useRealTimers()
  wire.cut = undefined
})

const flagName = 'ESGScoreCustomization'
const soon = { timeout: 8_000, interval: 50 }
const setThere = (value: boolean | null) =>
  setFlag(
    decider.db,
    flagName,
    { kind: 'tenant', tenantId: theirs.tenantId, tenantName: theirs.tenantName },
    value === null ? null : { isEnabled: value, percentage: null },
  )
const here = async (one = user, as = token) => {
  const body = { context: { targetingKey: one.userId } }
  return (await follower.call(evaluateFlag, { params: { key: flagName }, body }, { token: as })).body
}
const permitted = async () => (await follower.call(getPermissions, {}, { token })).body

describe('another OFREP service', () => {
  test('provides flags, and with them permissions', async () => {
    await setThere(true)
    await vi.waitFor(async () => expect(await here()).toMatchObject({ value: true, metadata: { source: 'service' } }), soon)
    const { permissions, facts } = await permitted()
    expect(permissions['Navigation.ESGScoreCustomization']).toBe(true)
    expect(facts.flags[flagName]).toEqual({ value: true, source: 'service' })
  })

  test('receives the user and the tenant', async () => {
    await here()
    expect(wire.contexts).toContainEqual({ targetingKey: user.userId, kind: 'user', tenantId: ours.tenantId, tenantName: ours.tenantName })
  })

  test('is polled by ETag, and its changes are announced here without a request', async () => {
    await setThere(true)
    await vi.waitFor(async () => expect((await here()).value).toBe(true), soon)
    wire.statuses.length = 0
    await vi.waitFor(() => expect(wire.statuses).toContain(304), soon)
    const changes = await listenForChanges(follower.db)
    const heard = new Promise<string>((resolve) => {
      changes.onChange((message) => {
        if (message.kind === 'changed' && message.tables.includes('feature_flag_override')) resolve(message.tenantId)
      })
    })
    await setThere(false)
    expect(await heard).toBe(ours.tenantId)
    expect((await here()).value).toBe(false)
    expect((await permitted()).permissions['Navigation.ESGScoreCustomization']).toBe(false)
    await changes.close()
  })

  test.each<Exclude<Cut, undefined>>(['silent', 'refused', 'nonsense'])(
    'that is %s has what it said last; of whom it said nothing, our own tables decide; then it is heard again',
    async (cut) => {
      await setThere(true)
      await vi.waitFor(async () => expect((await here()).value).toBe(true), soon)
      const newcomer = await follower.buildUser(ours)
      const theirToken = await follower.signIn(ours, newcomer)
      // With the clock stopped, the pause after the failure outlasts this check.
      vi.useFakeTimers({ toFake: ['Date'] })
      wire.cut = cut
      for (let time = 0; time < 2; time++) {
        expect(await here(newcomer, theirToken)).toMatchObject({ value: false, metadata: { source: 'default' } })
      }
      // At most one failing request, and no waiting for the next.
      expect(wire.contexts.filter(({ targetingKey }) => targetingKey === newcomer.userId).length).toBeLessThanOrEqual(1)
      expect(await here()).toMatchObject({ value: true, metadata: { source: 'service' } })
      vi.useRealTimers()
      wire.cut = undefined
      await setThere(false)
      await vi.waitFor(async () => expect(await here()).toMatchObject({ value: false, metadata: { source: 'service' } }), soon)
      await vi.waitFor(async () => expect((await here(newcomer, theirToken)).metadata.source).toBe('service'), soon)
    },
  )

  test("can't turn on what the operator has stopped here", async () => {
    await setThere(true)
    await vi.waitFor(async () => expect((await here()).value).toBe(true), soon)
    await stopFlag(follower.db, flagName, true)
    expect(await here()).toMatchObject({ value: false, reason: 'DISABLED' })
    await stopFlag(follower.db, flagName, false)
    expect((await here()).value).toBe(true)
  })
})
