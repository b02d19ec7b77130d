import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { urlOf } from '@steward/contract/http'
import { login, signOut } from '@steward/contract/session/endpoints'
import { createGroup } from '@steward/contract/groups/endpoints'
import { listUsers } from '@steward/contract/users/endpoints'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { asOwner } from './db/tenant.ts'
import { formatSecrets, readSecrets } from './secrets/secrets.ts'
import { createHasher } from './session/hasher.ts'
import { createTenant } from './tenants/service.ts'
import { type Balancer, startBalancer } from './testing/balancers.ts'
import { type TestDatabase, createTestDatabase } from './testing/database.ts'
import { type ServerProcess, startServer } from './testing/process.ts'
import { databaseUrl } from './testing/steward.ts'
import { makeTemporaryDirectory } from './testing/temporary.ts'

const password = 'Correct-horse-7-battery'
let database: TestDatabase
let servers: [ServerProcess, ServerProcess]
let balancer: Balancer
let token: string
let environment: Record<string, string>

const start = (more: Record<string, string> = {}, port?: number) =>
  startServer({ environment: { ...environment, ...more }, ...(port === undefined ? {} : { port }) })

beforeAll(async () => {
  database = await createTestDatabase()
  const hasher = createHasher({ cost: { memoryCost: 1_024, timeCost: 1, parallelism: 1 } })
  const passwordHash = await hasher.hash(password)
  await hasher.close()
  const administrator = { email: 'ada@several.example', givenName: 'Ada', familyName: 'Admin', status: 'CONFIRMED', passwordHash } as const
  await asOwner(database.db, 'operator', (tx) => createTenant(tx, { tenantName: 'several', displayName: 'Several', administrator }))
  const dataDir = makeTemporaryDirectory('steward-several-')
  environment = {
    PUBLIC_URL: 'http://localhost:8080',
    DATABASE_URL: databaseUrl(database.db.connection),
    STEWARD_SECRETS: formatSecrets(await readSecrets({ dataDir, secrets: undefined, secretsFile: undefined })),
    STEWARD_DATABASE_CONNECTIONS: '6',
    STEWARD_TRUST_PROXY: 'loopback',
    STEWARD_DRAIN_SECONDS: '4',
  }
  servers = await Promise.all([start(), start()])
  balancer = await startBalancer([servers[0].url, servers[1].url])
  token = await signIn(balancer.url)
})

afterAll(async () => {
  await balancer?.close()
  await Promise.all(servers?.map((server) => server.kill()) ?? [])
  await database.close()
})

async function signIn(url: string): Promise<string> {
  const answer = await fetch(url + login.path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ tenantName: 'several', username: 'ada@several.example', password }),
  })
  expect(answer.status).toBe(200)
  return String(((await answer.json()) as { accessToken: unknown }).accessToken)
}

const headers = (own = token) => ({ authorization: `Bearer ${own}` })
const list = async (url: string, own?: string) => (await fetch(url + urlOf(listUsers, {}), { headers: headers(own) })).status

/** Lists users through the balancer, several people at a time, until `work` is done. Returns how often each status was answered. */
async function whileListing(work: () => Promise<void>): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  const over = new AbortController()
  const person = async () => {
    while (!over.signal.aborted) {
      const status = await list(balancer.url).catch(() => 'no answer')
      counts[status] = (counts[status] ?? 0) + 1
    }
  }
  const people = Array.from({ length: 4 }, person)
  await work()
  over.abort()
  await Promise.all(people)
  return counts
}

const fifty = async () => {
  for (let left = 50; left > 0; left -= 1) expect(await list(balancer.url)).toBe(200)
}

test('what one server signs out, the other refuses', async () => {
  const [first, second] = servers
  const other = await signIn(first.url)
  expect([await list(first.url, other), await list(second.url, other)]).toEqual([200, 200])
  await fetch(first.url + signOut.path, { method: signOut.method, headers: headers(other) })
  await expect.poll(() => list(second.url, other)).toBe(401)
})

test('a server that is killed is not missed', async () => {
  const [, second] = servers
  const counts = await whileListing(async () => {
    await fifty()
    await second.kill()
    await fifty()
  })
  expect(Object.keys(counts)).toEqual(['200'])
  const made = await fetch(balancer.url + urlOf(createGroup, {}), {
    method: createGroup.method,
    headers: { ...headers(), 'content-type': 'application/json' },
    body: JSON.stringify({ groupName: 'After the kill' }),
  })
  expect(made.status).toBe(201)
  // It comes back under its address.
  servers[1] = await start({}, Number(new URL(second.url).port))
  expect(await list(servers[1].url)).toBe(200)
})

test('a server that is told to stop first sends callers to the other', async () => {
  const [first] = servers
  await expect.poll(() => balancer.serving()).toBe(2)
  const stopped = Promise.withResolvers<void>()
  const counts = await whileListing(async () => {
    void first.stop().then(stopped.resolve)
    await expect.poll(async () => (await fetch(`${first.url}/readyz`)).json()).toEqual({ status: 'unavailable', reasons: ['draining'] })
    const answer = await fetch(first.url + urlOf(listUsers, {}), { headers: headers() })
    expect([answer.status, answer.headers.get('connection')]).toEqual([200, 'close'])
    await stopped.promise
    await fifty()
  })
  expect(Object.keys(counts)).toEqual(['200'])
})

test('a server with other secrets than the database was set up with does not start', async () => {
  const dataDir = makeTemporaryDirectory('steward-other-')
  const others = await readSecrets({ dataDir, secrets: undefined, secretsFile: undefined })
  const file = join(dataDir, 'secrets.json')
  writeFileSync(file, formatSecrets(others))
  await expect(start({ STEWARD_SECRETS: '', STEWARD_SECRETS_FILE: file })).rejects.toThrow(
    /ended with 2: The sealing key in \S+secrets\.json isn't the one that this database was set up with\..*\nThe push key in/,
  )
})
