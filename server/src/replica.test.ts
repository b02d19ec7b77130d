import { getApiUsageQuery, listApiFailuresQuery } from '@steward/contract/api-usage/schemas'
import { exportAuditLog, listAuditChanges, listAuditLog } from '@steward/contract/audit-log/endpoints'
import { countExport } from '@steward/contract/exports/endpoints'
import { createGroup } from '@steward/contract/groups/endpoints'
import { type Endpoint, urlOf } from '@steward/contract/http'
import { listJobsQuery } from '@steward/contract/jobs/schemas'
import { listProvisioningEventsQuery } from '@steward/contract/provisioning/schemas'
import { login } from '@steward/contract/session/endpoints'
import { getStorageQuery } from '@steward/contract/storage/schemas'
import { getSystemLogHistogram, listSystemLog } from '@steward/contract/system-log/endpoints'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createApiUsageService } from './api-usage/service.ts'
import { type App, buildApp } from './app.ts'
import { loadConfig } from './config.ts'
import type { Db } from './db/pool.ts'
import { type TenantContext, type TenantTransaction, asOwner, systemContext, withTenant } from './db/tenant.ts'
import { contextOf } from './http/context.ts'
import type { Principal } from './http/principal.ts'
import { createLaneService } from './jobs/lanes.ts'
import { createJobService } from './jobs/service.ts'
import { type Program, openProgram } from './program.ts'
import { createEventService } from './provisioning/events.ts'
import { createHasher } from './session/hasher.ts'
import { createStorageService } from './storage/service.ts'
import { createTenant } from './tenants/service.ts'
import { type Replicated, startReplicated } from './testing/standby.ts'
import { databaseUrl } from './testing/steward.ts'
import { makeTemporaryDirectory } from './testing/temporary.ts'
import { createUsageService } from './usage/service.ts'

const password = 'Correct-horse-7-battery'
let engines: Replicated
let servers: [Server, Server]
/** Changes something in the test. */
let busy: Tenant
/** Changes nothing. */
let quiet: Tenant

interface Server {
  program: Program
  db: Db
  app: App
}

interface Tenant {
  tenantId: string
  principal: Principal
  ctx: TenantContext
  token: string
}

beforeAll(async () => {
  engines = await startReplicated()
  const [connection, replica] = [engines.primary.connection, engines.standby.connection]
  const config = loadConfig({
    STEWARD_ENV: 'test',
    PUBLIC_URL: 'http://localhost:8080',
    STEWARD_DATA_DIR: makeTemporaryDirectory('steward-replica-'),
    DATABASE_URL: databaseUrl(connection),
    STEWARD_REPLICA_DATABASE_URL: databaseUrl(replica),
    STEWARD_DATABASE_CONNECTIONS: '4',
  })
  const hasher = createHasher({ cost: { memoryCost: 1_024, timeCost: 1, parallelism: 1 } })
  const passwordHash = await hasher.hash(password)
  const log = pino({ level: 'silent' })
  const start = async (): Promise<Server> => {
    const program = await openProgram(config, log)
    return { program, db: program.db, app: await buildApp({ config, db: program.db, log, rateLimits: false, hasher }) }
  }
  servers = [await start(), await start()]
  const build = async (tenantName: string): Promise<Tenant> => {
    const administrator = {
      email: `ada@${tenantName}.example`,
      givenName: 'Ada',
      familyName: 'Admin',
      status: 'CONFIRMED',
      passwordHash,
    } as const
    const { tenantId, userId } = await asOwner(servers[0].db, 'operator', (tx) =>
      createTenant(tx, { tenantName, displayName: tenantName, administrator }),
    )
    const { accessToken } = (await call(servers[0], login, { tenantName, username: administrator.email, password })).json<{
      accessToken: string
    }>()
    const principal = { type: 'user' as const, id: userId, name: administrator.email, tenantId }
    return { tenantId, principal, ctx: contextOf(principal, ''), token: accessToken }
  }
  busy = await build('busy')
  quiet = await build('quiet')
})

afterAll(async () => {
  for (const { app, program } of servers ?? []) {
    await app.close()
    await program.close()
  }
  await engines?.close()
})

const call = ({ app }: Server, endpoint: Endpoint, payload?: object, token?: string) =>
  app.http.inject({
    method: endpoint.method,
    url: urlOf(endpoint, {}),
    headers: token ? { authorization: `Bearer ${token}` } : {},
    ...(payload ? { payload } : {}),
  })

const stateOf = async ({ app }: Server) => (await app.http.inject('/readyz')).json<{ replica?: string }>().replica

async function inUse(): Promise<void> {
  await expect.poll(() => Promise.all(servers.map(stateOf))).toEqual(['ready', 'ready'])
}

const isStandby = async (tx: TenantTransaction) =>
  (await sql<{ is: boolean }>`select pg_is_in_recovery() as is`.execute(tx)).rows[0]?.is === true

/** Whether the replica answers a read of a tenant. */
const isAnsweredByReplica = ({ db }: Server, { tenantId }: Tenant, work = isStandby) =>
  withTenant(db, systemContext(tenantId), work, { readOnly: true, fromReplica: true })

async function addGroup(server: Server, groupName: string): Promise<void> {
  expect((await call(server, createGroup, { groupName }, busy.token)).statusCode).toBe(201)
}

async function answered(server: Server, endpoint: Endpoint, token: string, payload?: object): Promise<string> {
  const { statusCode, body } = await call(server, endpoint, payload, token)
  expect([statusCode, body]).toEqual([200, expect.anything()])
  return body
}

/** Whether a log has a text. */
const has = async (server: Server, endpoint: Endpoint, { token }: Tenant, text: string) =>
  (await answered(server, endpoint, token)).includes(text)

/** Writes to the log of the quiet tenant what no server is told of. */
const addUnheard = (text: string) =>
  asOwner(servers[0].db, 'operator', (tx) =>
    sql`insert into system_log (tenant_id, kind, outcome, username) values (${quiet.tenantId}::uuid, 'export', 'success', ${text})`.execute(
      tx,
    ),
  )

/** While the replica is held back. */
async function held(work: () => Promise<void>): Promise<void> {
  await engines.pause()
  try {
    await work()
  } finally {
    await engines.resume()
  }
}

test('a held back replica answers tenants that changed nothing, and none that did, on any server', async () => {
  const [first, second] = servers
  await inUse()
  await expect.poll(() => isAnsweredByReplica(second, quiet)).toBe(true)
  await held(async () => {
    await addUnheard('unheard')
    const before = { ...second.db.replica?.reads }
    expect(await has(second, listSystemLog, quiet, 'unheard')).toBe(false)
    expect(second.db.replica?.reads).toMatchObject({ replica: (before.replica ?? 0) + 1, behind: before.behind })
    await addGroup(first, 'Unseen')
    expect([await isAnsweredByReplica(second, busy), await isAnsweredByReplica(second, quiet)]).toEqual([false, true])
    for (let number = 1; number <= 20; number += 1) {
      await addGroup(first, `Group ${number}`)
      // The other server first: it only hears of the change.
      expect(await has(second, listAuditLog, busy, `Group ${number}`)).toBe(true)
      expect(await has(first, listAuditLog, busy, `Group ${number}`)).toBe(true)
    }
    await addGroup(second, 'Exported')
    expect(await has(first, exportAuditLog, busy, 'Exported')).toBe(true)
  })
  await expect.poll(() => Promise.all(servers.map((server) => isAnsweredByReplica(server, busy)))).toEqual([true, true])
  await expect.poll(() => has(second, listSystemLog, quiet, 'unheard')).toBe(true)
})

test('an export waits for its own entry in the log, then the replica makes it', async () => {
  const [first] = servers
  await inUse()
  const before = first.db.replica?.reads.replica ?? 0
  expect(await has(first, exportAuditLog, busy, 'Exported')).toBe(true)
  expect(first.db.replica?.reads.replica).toBe(before + 1)
})

const now = () => new Date()
const gate = { isGranted: () => Promise.resolve(true) }
const jobsOf = ({ db }: Server) => createJobService(db, now)
const usageOf = ({ db }: Server) => createUsageService({ db, now, ...gate })
const apiUsageOf = ({ db }: Server) => createApiUsageService({ db, now })
const notRun = () => Promise.reject(new Error('Nothing is replayed'))
const provisioningOf = ({ db }: Server) => createEventService({ db, run: notRun, baseUrlOf: notRun })

/** What the replica answers, and how many transactions that takes. */
const reads: readonly [string, (server: Server, tenant: Tenant) => Promise<unknown>, number][] = [
  ['jobs by time', (server, { ctx }) => jobsOf(server).list(ctx, listJobsQuery.parse({}), 'en'), 1],
  ['jobs by status', (server, { ctx }) => jobsOf(server).list(ctx, listJobsQuery.parse({ sort: 'status', search: 'a' }), 'en'), 1],
  ['job types', (server, { ctx }) => jobsOf(server).listTypes(ctx, 'en'), 1],
  ['lanes', ({ db }, { ctx }) => createLaneService(db, now).read(ctx, 7, true), 1],
  ['quotas', (server, { principal, ctx }) => usageOf(server).quotas(principal, ctx), 1],
  ['usage of a product', (server, { principal, ctx }) => usageOf(server).product(principal, ctx, 'RI-DATAVAULT', 7), 1],
  [
    'storage',
    (server, { principal, ctx }) =>
      createStorageService({ db: server.db, now, usage: usageOf(server) }).read(principal, ctx, getStorageQuery.parse({})),
    2,
  ],
  ['API usage', (server, { ctx }) => apiUsageOf(server).read(ctx, getApiUsageQuery.parse({})), 1],
  ['failed calls', (server, { ctx }) => apiUsageOf(server).failures(ctx, listApiFailuresQuery.parse({})), 1],
  ['provisioning log', (server, { ctx }) => provisioningOf(server).list(ctx, listProvisioningEventsQuery.parse({}), 'en'), 1],
  ['provisioning by hour', (server, { ctx }) => provisioningOf(server).hours(ctx), 1],
  ['changes of the audit log', (server, { token }) => answered(server, listAuditChanges, token), 1],
  ['histogram of the system log', (server, { token }) => answered(server, getSystemLogHistogram, token), 1],
  ['rows of an export', (server, { token }) => answered(server, countExport, token, { kind: 'audit-log', filter: {} }), 1],
]

test.each(reads)('the replica answers: %s', async (_, read, transactions) => {
  const [first] = servers
  await inUse()
  const before = { ...first.db.replica?.reads }
  await read(first, quiet)
  expect(first.db.replica?.reads).toEqual({ ...before, replica: (before.replica ?? 0) + transactions })
})

test('a transaction of the replica is one of the tenant that writes nothing', async () => {
  const [first] = servers
  await inUse()
  const look = async (tx: TenantTransaction) => {
    const { rows } = await sql<{ role: string; tenant: string; limit: string; access: string; names: number }>`
      select current_user as role, current_setting('steward.tenant_id') as tenant, current_setting('statement_timeout') as limit,
             current_setting('transaction_read_only') as access, (select count(distinct tenant_id)::int from app_user) as names`.execute(tx)
    return { ...rows[0], isStandby: await isStandby(tx) }
  }
  const context = systemContext(quiet.tenantId)
  expect(await withTenant(first.db, context, look, { readOnly: true, snapshot: true, fromReplica: true })).toEqual({
    role: 'steward_app',
    tenant: quiet.tenantId,
    limit: '1h',
    access: 'on',
    names: 1,
    isStandby: true,
  })
  await expect(first.db.replica?.kysely.selectFrom('tenant').selectAll().execute()).rejects.toThrow('needs a transaction')
})

test('the primary answers what the replica canceled', async () => {
  const [first] = servers
  await inUse()
  const reading = Promise.withResolvers<void>()
  const asked: boolean[] = []
  const answer = isAnsweredByReplica(first, quiet, async (tx) => {
    const isThere = await isStandby(tx)
    asked.push(isThere)
    await tx.selectFrom('app_user').select('user_id').execute()
    reading.resolve()
    // The lock of the primary ends it: a replica does not wait longer for its readers than it is told to.
    if (isThere) await sql`select pg_sleep(50)`.execute(tx)
    return isThere
  })
  await reading.promise
  await asOwner(first.db, 'operator', (tx) => sql`lock table app_user in access exclusive mode`.execute(tx))
  expect([await answer, asked]).toEqual([false, [true, false]])
  expect(first.db.replica?.reads.canceled).toBe(1)
  await expect.poll(() => isAnsweredByReplica(first, quiet)).toBe(true)
})

test('reads go on while the replica is silent', async () => {
  const [first, second] = servers
  await inUse()
  const goOn = engines.freeze()
  try {
    expect(await has(first, listSystemLog, quiet, 'unheard')).toBe(true)
    expect(await has(second, exportAuditLog, busy, 'Exported')).toBe(true)
    await expect.poll(() => Promise.all(servers.map(stateOf))).toEqual(['unavailable', 'unavailable'])
  } finally {
    goOn()
  }
  await inUse()
})

test('reads go on when the replica is killed', async () => {
  const [first, second] = servers
  await inUse()
  engines.kill()
  expect(await has(first, listSystemLog, quiet, 'unheard')).toBe(true)
  expect(await has(second, listAuditLog, busy, 'Group 20')).toBe(true)
  expect(await has(second, exportAuditLog, busy, 'Exported')).toBe(true)
  await expect.poll(() => Promise.all(servers.map(stateOf))).toEqual(['unavailable', 'unavailable'])
  expect((await first.app.http.inject('/readyz')).json()).toEqual({ status: 'ready', replica: 'unavailable' })
})
