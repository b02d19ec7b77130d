import { setTimeout as delay } from 'node:timers/promises'
import { listAuditLog } from '@steward/contract/audit-log/endpoints'
import { createGroup } from '@steward/contract/groups/endpoints'
import { type Endpoint, urlOf } from '@steward/contract/http'
import { login, signOut } from '@steward/contract/session/endpoints'
import { createUser, listUsers } from '@steward/contract/users/endpoints'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type App, buildApp } from './app.ts'
import { loadConfig } from './config.ts'
import { asOwner, systemContext, withTenant } from './db/tenant.ts'
import { type Program, openProgram } from './program.ts'
import { createHasher } from './session/hasher.ts'
import { createTenant } from './tenants/service.ts'
import { type DatabaseAddress, startDatabaseAddress } from './testing/database-address.ts'
import { type TestMailServer, startMailServer } from './testing/mail.ts'
import { type Replicated, startReplicated } from './testing/standby.ts'
import { databaseUrl } from './testing/steward.ts'
import { makeTemporaryDirectory } from './testing/temporary.ts'

const [tenantName, username, password] = ['failover', 'ada@failover.example', 'Correct-horse-7-battery']
let engines: Replicated
let address: DatabaseAddress
let mails: TestMailServer
let servers: [Server, Server]
let tenantId: string
let token: string

interface Server {
  program: Program
  app: App
}

beforeAll(async () => {
  // With synchronous replication: what is acknowledged is on the standby.
  ;[engines, mails] = await Promise.all([startReplicated({ isSynchronous: true }), startMailServer()])
  address = await startDatabaseAddress(engines.primary.connection)
  const config = loadConfig({
    STEWARD_ENV: 'test',
    PUBLIC_URL: 'http://localhost:8080',
    STEWARD_DATA_DIR: makeTemporaryDirectory('steward-failover-'),
    DATABASE_URL: databaseUrl(address.connection),
    STEWARD_REPLICA_DATABASE_URL: databaseUrl(engines.standby.connection),
    STEWARD_DATABASE_CONNECTIONS: '4',
    STEWARD_REQUEST_SECONDS: '3',
    STEWARD_CONNECTION_SECONDS: '1',
    SMTP_URL: mails.url,
  })
  const hasher = createHasher({ cost: { memoryCost: 1_024, timeCost: 1, parallelism: 1 } })
  const log = pino({ level: 'silent' })
  const start = async (): Promise<Server> => {
    const program = await openProgram(config, log)
    const app = await buildApp({ config, db: program.db, log, rateLimits: false, hasher })
    await app.startBackground()
    return { program, app }
  }
  servers = [await start(), await start()]
  const administrator = {
    email: username,
    givenName: 'Ada',
    familyName: 'Admin',
    status: 'CONFIRMED',
    passwordHash: await hasher.hash(password),
  } as const
  const made = await asOwner(servers[0].program.db, 'operator', (tx) =>
    createTenant(tx, { tenantName, displayName: tenantName, administrator }),
  )
  tenantId = made.tenantId
  token = await signIn()
})

afterAll(async () => {
  for (const { app, program } of servers ?? []) {
    await app.close()
    await program.close()
  }
  await address?.close()
  await mails?.close()
  await engines?.close()
})

const call = ({ app }: Server, endpoint: Endpoint, payload?: object, own = token) =>
  app.http.inject({
    method: endpoint.method,
    url: urlOf(endpoint, endpoint === listUsers ? { query: { limit: 100 } } : {}),
    headers: own ? { authorization: `Bearer ${own}` } : {},
    ...(payload ? { payload } : {}),
  })

async function signIn(): Promise<string> {
  const answer = await call(servers[0], login, { tenantName, username, password }, '')
  expect([answer.statusCode, answer.body]).toEqual([200, expect.anything()])
  return answer.json<{ accessToken: string }>().accessToken
}

const newUser = (email: string) => ({ email, givenName: 'Grace', familyName: 'Hopper' })
const readyOf = async ({ app }: Server) => (await app.http.inject('/readyz')).json<object>()
async function expectReady(expected: object): Promise<void> {
  await expect.poll(() => Promise.all(servers.map(readyOf))).toEqual([expected, expected])
}

/** The email addresses of all users. */
async function emails(): Promise<string[]> {
  const found: string[] = []
  for (;;) {
    const answer = await servers[1].app.http.inject({
      url: urlOf(listUsers, { query: { limit: 100, offset: found.length } }),
      headers: { authorization: `Bearer ${token}` },
    })
    expect([answer.statusCode, answer.body]).toEqual([200, expect.anything()])
    const { items } = answer.json<{ items: { email: string }[] }>()
    if (items.length === 0) return found
    found.push(...items.map(({ email }) => email))
  }
}

interface People {
  answers: Answer[]
  /** The successful answers from this one on. */
  created(from?: number): Answer[]
  /** Waits until each server has created some more. */
  areCreated(): Promise<void>
}

interface Answer {
  server: Server
  email: string
  status: number
  retryAfter: unknown
  code: string
}

/** Two people at each server create one user after the other until `work` is done. */
async function whileCreating(prefix: string, work: (people: People) => Promise<void>): Promise<People> {
  const answers: Answer[] = []
  const over = new AbortController()
  const person = async (server: Server) => {
    while (!over.signal.aborted) {
      const email = `${prefix}-${answers.length}-${performance.now()}@failover.example`
      const answer = await call(server, createUser, newUser(email))
      const { code = '' } = answer.json<{ code?: string }>()
      answers.push({ server, email, status: answer.statusCode, retryAfter: answer.headers['retry-after'], code })
      // A person does not try again immediately.
      if (answer.statusCode !== 201) await delay(20)
    }
  }
  const created = (from = 0) => answers.slice(from).filter(({ status }) => status === 201)
  const people: People = {
    answers,
    created,
    async areCreated() {
      const from = answers.length
      const each = () => servers.map((server) => created(from).filter((answer) => answer.server === server).length > 2)
      await expect.poll(each).toEqual([true, true])
    },
  }
  const working = [...servers, ...servers].map(person)
  try {
    await work(people)
  } finally {
    over.abort()
    await Promise.all(working)
  }
  return people
}

/** Every answer is a success or says when to try again, what was acknowledged is there, and so is nothing that was refused. */
async function expectNothingLost({ answers, created }: People): Promise<void> {
  for (const { status, retryAfter, code } of answers) {
    if (status !== 201)
      expect({ status, retryAfter, code }).toMatchObject({ status: 503, retryAfter: expect.stringMatching(/^[15]$/) as string })
  }
  const there = await emails()
  expect(new Set(there).size).toBe(there.length)
  const [acknowledged, all] = [created().map(({ email }) => email), new Set(there)]
  expect(acknowledged.filter((email) => !all.has(email))).toEqual([])
  const refused = answers.filter(({ status, code }) => status !== 201 && code !== 'outcome_unknown')
  expect(refused.flatMap(({ email, status, code }) => (all.has(email) ? [{ email, status, code }] : []))).toEqual([])
}

/** What one server changes, the other hears. */
async function expectChangeEvents(): Promise<void> {
  const [first, second] = servers
  const other = await signIn()
  expect((await call(second, listUsers, undefined, other)).statusCode).toBe(200)
  await call(first, signOut, undefined, other)
  await expect.poll(async () => (await call(second, listUsers, undefined, other)).statusCode).toBe(401)
}

const areMailed = (addresses: readonly string[]) => {
  const mailed = new Set(mails.mails.flatMap(({ to = [] }) => to.map(({ address: at }) => at)))
  return addresses.filter((email) => !mailed.has(email))
}

test('the standby replaces a primary that was killed, without a restart', async () => {
  const [first, second] = servers
  await expectReady({ status: 'ready', replica: 'ready' })
  const people = await whileCreating('killed', async ({ answers, created, areCreated }) => {
    await areCreated()
    engines.killPrimary()
    const unavailable = { status: 'unavailable', reasons: ['database'], replica: expect.any(String) as string }
    await expectReady(unavailable)

    // The address follows before the standby is promoted: it can be read, and takes no changes.
    address.leadTo(engines.standby.connection)
    await expect.poll(async () => (await call(second, listUsers)).statusCode).toBe(200)
    // The first connections can still be those to the primary that was killed.
    const write = () => withTenant(first.program.db, systemContext(tenantId), (tx) => tx.deleteFrom('tag').execute())
    await expect.poll(() => write().catch(String)).toContain('The database is a standby')
    const refusal = async () => {
      const { statusCode, headers, json } = await call(second, createGroup, { groupName: 'Too early' })
      return [statusCode, headers['retry-after'], json<object>()]
    }
    await expect.poll(refusal).toMatchObject([503, '5', { code: 'unavailable' }])
    // Not from the kill on: what the primary's processes still finished then is on the standby.
    const refusing = answers.length
    await expectReady(unavailable)
    expect(created(refusing).map(({ email }) => email)).toEqual([])

    await engines.promote()
    await areCreated()
    await expectReady({ status: 'ready', replica: 'unavailable' })
  })
  await expectNothingLost(people)

  const reads = servers.map(({ program }) => program.db.replica?.reads.replica)
  for (const groupName of ['After the failover', 'And after that']) {
    expect((await call(first, createGroup, { groupName })).statusCode).toBe(201)
    for (const server of servers) expect((await call(server, listAuditLog)).body).toContain(groupName)
  }
  // The address of the replica leads to the primary now, which is not asked as a replica.
  expect(servers.map(({ program }) => program.db.replica?.reads.replica)).toEqual(reads)
  await expectChangeEvents()
  const acknowledged = people.created().map(({ email }) => email)
  // A job that lost its worker is taken over within a minute.
  await expect.poll(() => areMailed(acknowledged), { timeout: 60_000 }).toEqual([])
}, 150_000)

test('connections to a machine that is gone are given up', async () => {
  const people = await whileCreating('gone', async ({ areCreated }) => {
    await areCreated()
    address.strand()
    await expectReady({ status: 'unavailable', reasons: [expect.any(String) as string], replica: 'unavailable' })
    await expectReady({ status: 'ready', replica: 'unavailable' })
    await areCreated()
  })
  await expectNothingLost(people)
  await expectChangeEvents()
})
