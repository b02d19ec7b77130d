import { zstdDecompressSync } from 'node:zlib'
import { listAuditArchives } from '@steward/contract/audit-log/endpoints'
import type { CallInput } from '@steward/contract/http'
import { downloadSystemArchive, listArchivedEvents, listSystemArchives, listSystemLog } from '@steward/contract/system-log/endpoints'
import type { SystemEvent } from '@steward/contract/system-log/schemas'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { asOwner } from '../db/tenant.ts'
import { type TestApp, type TestTenant, startTestApp } from '../testing/app.ts'
import { type TestStorage, startStorage } from '../testing/s3.ts'

const retention = { STEWARD_SYSTEM_LOG_DAYS: '31', STEWARD_SYSTEM_LOG_MIN_DAYS: '31' }
const both = { STEWARD_ARCHIVED_LOGS: 'audit-log,system-log' }

let storage: TestStorage
let app: TestApp
let tenant: TestTenant
let other: TestTenant
let token: string
let otherToken: string

beforeAll(async () => {
  storage = await startStorage()
  app = await startTestApp({ environment: { ...storage.environment, ...retention, ...both } })
  ;[tenant, other] = [await app.buildTenant(), await app.buildTenant()]
  ;[token, otherToken] = [await app.signIn(tenant, tenant.administrator), await app.signIn(other, other.administrator)]
})
afterAll(async () => {
  await app.close()
  await storage.close()
})

const month = (() => {
  const now = new Date()
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 4, 15)).toISOString().slice(0, 7)
})()

/** Failed sign-ins of the first days of the month, one a day; the second one is a success. */
const write = (usernames: readonly string[], of = tenant, by = app) =>
  asOwner(
    by.db,
    'operator',
    (tx) =>
      tx
        .insertInto('system_log')
        .values(
          usernames.map((username, day) => ({
            tenant_id: of.tenantId,
            occurred_at: new Date(`${month}-${String(day + 1).padStart(2, '0')}T08:00:00Z`),
            kind: day === 1 ? 'sign_in' : 'sign_in_failed',
            outcome: day === 1 ? ('success' as const) : ('failure' as const),
            user_id: day === 0 ? of.administrator.userId : null,
            username,
            address: `203.0.113.${day}`,
            user_agent: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:152.0) Gecko/20100101 Firefox/152.0',
            request_id: `request of ${username}`,
            details: JSON.stringify({ attempts: day, note: 'Zoë "quoted"' }),
          })),
        )
        .execute(),
    { tenantId: of.tenantId },
  )

const drop = (of = app) => of.app.background.runScheduled('drop_log_partitions')

type Query = NonNullable<CallInput<typeof listArchivedEvents>['query']>
const read = (archiveId: string, query: Query = {}, by = token) =>
  app.call(listArchivedEvents, { params: { archiveId }, query }, { token: by })
const archivesOf = async (by = token, of = app) => (await of.call(listSystemArchives, {}, { token: by })).body.items
const events = (of: TestTenant, from: TestApp): Promise<number> =>
  asOwner(from.db, 'operator', async (tx) => {
    const row = await tx
      .selectFrom('system_log')
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .where('tenant_id', '=', of.tenantId)
      .where('occurred_at', '<', new Date(`${month}-28T00:00:00Z`))
      .executeTakeFirstOrThrow()
    return row.n
  })

test('a month of events is the same in the archive as it was in the log', async () => {
  await write(['first@x.example', 'second@x.example', 'third@x.example'])
  await write(['theirs@x.example'], other)
  await drop()
  expect(await events(tenant, app)).toBe(0)
  const [archive] = await archivesOf()
  expect(archive).toMatchObject({ month, part: 1, rowCount: 3 })
  const archiveId = archive?.archiveId ?? ''
  const { status, body } = await read(archiveId)
  expect(status, JSON.stringify(body)).toBe(200)
  expect(body).toMatchObject({ hasNewer: false, hasOlder: false, examinedTo: null, from: null, until: null })
  expect(body.items[2]).toEqual({
    cursor: expect.any(String),
    occurredAt: `${month}-01T08:00:00.000000Z`,
    kind: 'sign_in_failed',
    outcome: 'failure',
    userId: tenant.administrator.userId,
    username: 'first@x.example',
    address: '203.0.113.0',
    device: 'Firefox 152 on Windows',
    userAgent: expect.stringContaining('Firefox/152.0'),
    requestId: 'request of first@x.example',
    details: { attempts: 0, note: 'Zoë "quoted"' },
  } satisfies SystemEvent)
  const download = await app.call(downloadSystemArchive, { params: { archiveId } }, { token })
  expect(download.headers['content-disposition']).toBe(`attachment; filename="system-log-${month}.jsonl"`)
  expect(download.body).toBe(zstdDecompressSync(await storage.read(`steward/system-log/${tenant.tenantId}/${month}.jsonl.zst`)).toString())
  const { body: log } = await app.call(listSystemLog, { query: { kind: ['export'] } }, { token })
  expect(log.items[0]).toMatchObject({ username: tenant.administrator.username, details: { what: 'system-log' } })
  expect((await app.call(listAuditArchives, {}, { token })).body.items).toEqual([])
})

test('is filtered as the log is, and read in pages both ways', async () => {
  const archiveId = (await archivesOf())[0]?.archiveId ?? ''
  const found = async (query: Query) => (await read(archiveId, query)).body.items.map(({ username }: SystemEvent) => username.split('@')[0])
  for (const query of [
    { outcome: 'success' },
    { kind: ['sign_in'] },
    { address: '203.0.113.1' },
    { search: 'SECOND' },
    { search: 'request of second@x.example' },
  ] satisfies Query[]) {
    expect(await found(query), JSON.stringify(query)).toEqual(['second'])
  }
  expect(await found({ userId: [tenant.administrator.userId] })).toEqual(['first'])
  expect(await found({ search: 'firefox', outcome: 'failure' })).toEqual(['third', 'first'])
  expect(await found({ kind: ['export'] })).toEqual([])
  const newest = (await read(archiveId, { limit: 2 })).body
  expect([newest.hasOlder, newest.hasNewer]).toEqual([true, false])
  const older = (await read(archiveId, { limit: 2, before: newest.oldest ?? '' })).body
  expect(older.items.map(({ username }: SystemEvent) => username)).toEqual(['first@x.example'])
})

test('is only that of its tenant, and of people with the permission', async () => {
  const archiveId = (await archivesOf())[0]?.archiveId ?? ''
  expect(await archivesOf(otherToken)).toMatchObject([{ rowCount: 1 }])
  expect((await read(archiveId, {}, otherToken)).status).toBe(404)
  expect((await app.call(downloadSystemArchive, { params: { archiveId } }, { token: otherToken })).status).toBe(404)
  const someone = await app.signIn(tenant, await app.buildUser(tenant, { actions: ['Admin.ViewUsers'] }))
  for (const [by, status] of [
    [undefined, 401],
    [someone, 403],
  ] as const) {
    expect((await app.call(listSystemArchives, {}, { token: by })).status).toBe(status)
    expect((await app.call(listArchivedEvents, { params: { archiveId }, query: {} }, { token: by })).status).toBe(status)
    expect((await app.call(downloadSystemArchive, { params: { archiveId } }, { token: by })).status).toBe(status)
  }
  for (const query of [{ before: 'nowhere' }, { before: 'a', after: 'b' }, { limit: 0 }, { kind: ['moved'] }, { days: 7 }]) {
    expect((await read(archiveId, query as Query)).body.code, JSON.stringify(query)).toBe('invalid_request')
  }
})

test('a damaged object is a problem', async () => {
  const archiveId = (await archivesOf())[0]?.archiveId ?? ''
  await storage.replace(`steward/system-log/${tenant.tenantId}/${month}.jsonl.zst`, Buffer.from('something else'))
  expect((await read(archiveId)).body.code).toBe('archive_damaged')
  expect((await app.call(downloadSystemArchive, { params: { archiveId } }, { token })).body.code).toBe('archive_damaged')
})

test('the system log is dropped as before unless the operator names it', async () => {
  const without = await startTestApp({ environment: { ...storage.environment, ...retention } })
  try {
    const one = await without.buildTenant()
    const by = await without.signIn(one, one.administrator)
    await write(['gone@x.example'], one, without)
    await drop(without)
    expect(await events(one, without)).toBe(0)
    expect(await archivesOf(by, without)).toEqual([])
  } finally {
    await without.close()
  }
})
