import { Readable } from 'node:stream'
import { sql } from 'kysely'
import { pino } from 'pino'
import { Webhook } from 'standardwebhooks'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import {
  createLogStream,
  deleteLogStream,
  getLogStream,
  listLogStreamDeliveries,
  listLogStreams,
  patchLogStream,
  replayLogStream,
  rotateLogStreamSecret,
  testLogStream,
} from '@steward/contract/log-streams/endpoints'
import type { CreateLogStream, LogStream, MintedLogStream } from '@steward/contract/log-streams/schemas'
import { createGroup } from '@steward/contract/groups/endpoints'
import { uploadCurrencies } from '@steward/contract/reference-data/currencies'
import { buildApp } from '../app.ts'
import { loadConfig } from '../config.ts'
import { withCopy } from '../db/copy-transaction.ts'
import { settledUntil } from '../db/settled.ts'
import { type TenantTransaction, asOwner, operator, withTenant } from '../db/tenant.ts'
import { stagingName } from '../db/transaction-names.ts'
import { recordEvent } from '../system-log/record.ts'
import { type TestApp, type TestTenant, startTestApp } from '../testing/app.ts'
import {
  type SyslogReceiver,
  type WebhookReceiver,
  startSyslogReceiver,
  startWebhookReceiver,
  trustedCertificate,
} from '../testing/log-receivers.ts'
import { notificationsOf } from '../testing/notifications.ts'
import { readBatch } from './batch.ts'
import type { OcsfEvent } from './ocsf.ts'

let test: TestApp
let certificate: Awaited<ReturnType<typeof trustedCertificate>>
let ahead = 0
const open: { close(): Promise<void> }[] = []
const environment = { STEWARD_INTERNAL_LOG_RECEIVERS: '127.0.0.0/8' }
const now = () => new Date(Date.now() + ahead)

beforeAll(async () => {
  certificate = await trustedCertificate()
  test = await startTestApp({ environment, now })
})
afterEach(async () => {
  ahead = 0
  for (const { close } of open.splice(0)) await close()
  await asOwner(test.db, 'operator', (tx) => tx.deleteFrom('log_stream').execute())
})
afterAll(async () => {
  await test.close()
  certificate.distrust()
})

async function receiver(): Promise<WebhookReceiver> {
  const started = await startWebhookReceiver(certificate)
  open.push(started)
  return started
}

async function signedIn(): Promise<{ tenant: TestTenant; token: string }> {
  const tenant = await test.buildTenant()
  return { tenant, token: await test.signIn(tenant, tenant.administrator) }
}

async function stream(token: string, wanted: Partial<CreateLogStream> & { address: string }): Promise<MintedLogStream> {
  const body = { logStreamName: 'Security operations', kind: 'webhook' as const, sendsSystemLog: false, ...wanted }
  const answer = await test.call(createLogStream, { body }, { token })
  expect(answer.status).toBe(201)
  return answer.body
}

const grouped = (token: string, ...names: string[]) =>
  names.reduce(async (before, groupName) => {
    await before
    expect((await test.call(createGroup, { body: { groupName } }, { token })).status).toBe(201)
  }, Promise.resolve())

const progressOf = ({ logStreamId }: LogStream) =>
  asOwner(test.db, 'operator', (tx) =>
    tx.selectFrom('log_stream_progress').selectAll().where('log_stream_id', '=', logStreamId).executeTakeFirstOrThrow(),
  )

const deliver = () => test.app.background.runScheduled('deliver_log_streams')
/** Delivers until it holds: entries are sent once they are settled. */
const delivered = (check: () => unknown) =>
  vi.waitFor(
    async () => {
      await deliver()
      await check()
    },
    { timeout: 15_000, interval: 200 },
  )

const eventsOf = ({ received }: WebhookReceiver): OcsfEvent[] => received.flatMap(({ body }) => JSON.parse(body) as OcsfEvent[])
const groupsOf = (at: WebhookReceiver) =>
  eventsOf(at).flatMap((event) => (event.class_uid === 3006 ? [(event['group'] as { name: string }).name] : []))
const read = async (token: string, { logStreamId }: LogStream): Promise<LogStream> =>
  (await test.call(getLogStream, { params: { logStreamId } }, { token })).body

it('sends changes and events in order, signed, once they are settled', async () => {
  const { tenant, token } = await signedIn()
  const siem = await receiver()
  const made = await stream(token, { address: siem.address, sendsSystemLog: true })
  expect(made.secret).toMatch(/^whsec_/)
  await grouped(token, 'One', 'Two', 'Three')
  await test.signIn(tenant, tenant.administrator)
  await delivered(() => expect(eventsOf(siem).map((event) => event.class_uid)).toContain(3002))

  expect(groupsOf(siem)).toEqual(['One', 'Two', 'Three'])
  const ids = eventsOf(siem).map((event) => event.metadata.uid)
  expect(ids).toEqual([...new Set(ids)].toSorted())
  const created = eventsOf(siem).find((event) => event.class_uid === 3006)
  expect(created).toMatchObject({
    activity_id: 6,
    type_uid: 300_606,
    status_id: 1,
    metadata: { version: '1.8.0', log_name: 'audit', tenant_uid: tenant.tenantId, event_code: 'Group.Create' },
    actor: { user: { name: tenant.administrator.username, type: 'user' } },
    group: { name: 'One' },
  })
  const signIn = eventsOf(siem).find((event) => event.class_uid === 3002)
  expect(signIn).toMatchObject({ activity_id: 1, user: { name: tenant.administrator.username }, metadata: { event_code: 'sign_in' } })
  for (const { body, headers } of siem.received) {
    expect(new Webhook(made.secret ?? '').verify(body, headers as Record<string, string>)).toBeTruthy()
    expect(() => new Webhook(made.secret ?? '').verify(`${body} `, headers as Record<string, string>)).toThrow(
      'No matching signature found',
    )
  }
  await expect.poll(() => read(token, made)).toMatchObject({ waiting: 0, failures: 0, lastDeliveredAt: expect.any(String) })
  const { body } = await test.call(listLogStreamDeliveries, { params: made }, { token })
  expect(body.items[0]).toMatchObject({
    outcome: 'success',
    status: 204,
    isTest: false,
    batchId: siem.received.at(-1)?.headers['webhook-id'],
  })
})

describe('what one change did', () => {
  const kept = { audit: new Date(0), system: new Date(0) }
  const start = '00000000-0000-7000-8000-000000000000'
  const end = 'ffffffff-ffff-7fff-bfff-ffffffffffff'

  it('is one event, wherever a batch ends', async () => {
    const { tenant, token } = await signedIn()
    await grouped(token, 'One', 'Two')
    const { whole, cut } = await withTenant(test.db, contextOf(tenant), async (tx) => {
      const filter = { tenant_id: tenant.tenantId, sends_audit_log: true, sends_system_log: false, event_kinds: [] }
      const read = (after: string, to: string) => readBatch(tx, filter, { after, to, endsWhole: true }, kept)
      const ids = await tx.selectFrom('audit_entry').select('audit_entry_id as id').orderBy('audit_entry_id').execute()
      const ends = await Promise.all(ids.map(async ({ id }) => ({ id, batch: await read(start, id) })))
      const rest = await Promise.all(ends.map(({ batch }) => read(batch.last ?? start, end)))
      return {
        whole: (await read(start, end)).events,
        cut: ends.map(({ id, batch }, index) => ({ id, ...batch, all: [...batch.events, ...(rest[index]?.events ?? [])] })),
      }
    })
    const names = whole.flatMap((event) => (event.class_uid === 3006 ? [(event['group'] as { name: string }).name] : []))
    expect(names.filter((name) => name !== 'admin')).toEqual(['One', 'Two'])
    for (const { all } of cut) expect(all).toEqual(whole)
    // Some ends are between two fields of a change, also of the first one, which waits.
    expect(cut.some(({ id, last }) => last !== undefined && last !== id)).toBe(true)
    expect(cut[0]).toMatchObject({ events: [], isWaiting: true })
  })

  it('leaves a batch that is full of it in several events, with nothing left out', async () => {
    const { tenant, token } = await signedIn()
    const siem = await receiver()
    const { groupId } = await test.buildGroup(tenant)
    await stream(token, { address: siem.address })
    await asOwner(
      test.db,
      'operator',
      async (tx) => {
        const names = Array.from({ length: 450 }, (_, index) => `many${index}@many.example`)
        const people = names.map((username) => ({ username, email: username, given_name: 'Many', family_name: 'Members' }))
        const rows = people.map((person) => ({ tenant_id: tenant.tenantId, status: 'CONFIRMED' as const, ...person }))
        const users = await tx.insertInto('app_user').values(rows).returning('user_id').execute()
        const members = users.map(({ user_id }) => ({ tenant_id: tenant.tenantId, group_id: groupId, user_id }))
        await tx.insertInto('group_member').values(members).execute()
      },
      { tenantId: tenant.tenantId },
    )
    const added = () => eventsOf(siem).filter((event) => event.class_uid === 3006)
    const fields = () => added().flatMap((event) => (event['unmapped'] as { changes: object[] }).changes)
    await delivered(() => expect(fields()).toHaveLength(450))
    expect(added().length).toBeGreaterThan(1)
    const created = eventsOf(siem).filter((event) => event.class_uid === 3001)
    expect(created).toHaveLength(450)
    expect(new Set(created.map((event) => (event['user'] as { uid: string }).uid)).size).toBe(450)
  }, 30_000)
})

const exported = (tx: TenantTransaction, username: string) => recordEvent(tx, { kind: 'export', outcome: 'success', username })
const contextOf = ({ tenantId }: TestTenant) => ({ tenantId, requestId: 'late', actor: operator })
type Work = (tx: TenantTransaction) => Promise<void>
const copying = (tenant: TestTenant, work: Work) => withCopy(test.db, contextOf(tenant), new AbortController().signal, ({ tx }) => work(tx))

it.each([
  ['transactions', (tenant: TestTenant, work: Work) => withTenant(test.db, contextOf(tenant), work)],
  ['uploads', copying],
])(
  'waits for %s that are still open, so that none that commits late is left out',
  async (_, open) => {
    const { tenant, token } = await signedIn()
    const siem = await receiver()
    await stream(token, { address: siem.address, sendsAuditLog: false, sendsSystemLog: true, eventKinds: ['export'] })
    const [written, finish] = [Promise.withResolvers<Date>(), Promise.withResolvers<void>()]
    const late = open(tenant, async (tx) => {
      await exported(tx, 'late')
      written.resolve(new Date())
      await finish.promise
    })
    try {
      const writtenAt = await written.promise
      await withTenant(test.db, contextOf(tenant), (tx) => exported(tx, 'early'))
      await vi.waitFor(() => expect(Date.now() - writtenAt.getTime()).toBeGreaterThan(1_500), { timeout: 5_000 })
      await deliver()
      expect((await settledUntil(test.db, tenant.tenantId)).getTime()).toBeLessThanOrEqual(writtenAt.getTime())
      expect(siem.received).toEqual([])
    } finally {
      finish.resolve()
      await late
    }
    await delivered(() => expect(eventsOf(siem).map((event) => event.actor?.user.name)).toEqual(['late', 'early']))
  },
  20_000,
)

it('does not wait for long transactions of other tenants, nor for files that are still arriving', async () => {
  const [mine, other] = [await signedIn(), await signedIn()]
  const siem = await receiver()
  await stream(mine.token, { address: siem.address })
  const [written, finish] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const theirs = withTenant(test.db, contextOf(other.tenant), async (tx) => {
    await exported(tx, 'late')
    written.resolve()
    await finish.promise
  })
  async function* form() {
    yield '--x\r\ncontent-disposition: form-data; name="file"; filename="c.csv"\r\n\r\ncurrencyCode,currencyName\nXAA,Before\n'
    await finish.promise
    yield 'XAB,After\n\r\n--x--\r\n'
  }
  const upload = test.app.http.inject({
    method: 'POST',
    url: uploadCurrencies.path,
    headers: { authorization: `Bearer ${mine.token}`, 'content-type': 'multipart/form-data; boundary=x' },
    payload: Readable.from(form()),
  })
  const connections = () =>
    asOwner(test.db, 'maintenance', (tx) => sql`select from pg_stat_activity where application_name = ${stagingName}`.execute(tx))
  try {
    await written.promise
    await vi.waitFor(async () => expect((await connections()).rows).toHaveLength(1), { timeout: 10_000 })
    await grouped(mine.token, 'One')
    await delivered(() => expect(groupsOf(siem)).toEqual(['One']))
  } finally {
    finish.resolve()
    await theirs
  }
  expect(await upload).toMatchObject({ statusCode: 200 })
  const names = () => eventsOf(siem).map((event) => (event['entity'] as { name: string } | undefined)?.name)
  await delivered(() => expect(names()).toEqual(expect.arrayContaining(['XAA', 'XAB'])))
}, 30_000)

it('sends a refused batch again with its ID, after seconds, then after a minute, and nothing behind it before', async () => {
  const { token } = await signedIn()
  const siem = await receiver()
  const made = await stream(token, { address: siem.address, format: 'lines' })
  siem.answerWith(503, 503, 200)
  await grouped(token, 'One')
  await delivered(() => expect(siem.received).toHaveLength(1))
  // The second attempt needs no schedule.
  await expect.poll(() => read(token, made)).toMatchObject({ failures: 2, waiting: expect.any(Number) })
  await grouped(token, 'Two')
  await deliver()
  expect(siem.received).toHaveLength(2)
  ahead = 61_000
  await delivered(() => expect(siem.received.slice(3).map(({ body }) => body)).toContainEqual(expect.stringContaining('"Two"')))
  const [first, second, third, fourth] = siem.received
  for (const again of [second, third]) {
    expect(again?.headers['webhook-id']).toBe(first?.headers['webhook-id'])
    expect(again?.body).toBe(first?.body)
  }
  expect(fourth?.headers['webhook-id']).not.toBe(first?.headers['webhook-id'])
  expect(first?.headers['content-type']).toBe('application/jsonl')
  const linesOf = (body = '') =>
    body
      .trimEnd()
      .split('\n')
      .map((line): OcsfEvent => JSON.parse(line))
  // A stream begins with its own creation.
  expect(linesOf(first?.body)[0]).toMatchObject({ class_name: 'Entity Management', entity: { type: 'Log stream' } })
  const groups = siem.received.slice(2).flatMap(({ body }) => linesOf(body).filter((event) => event.class_uid === 3006))
  expect(groups).toMatchObject([{ group: { name: 'One' } }, { group: { name: 'Two' } }])
})

it('sends again when a connection is cut, and only once', async () => {
  const { token } = await signedIn()
  const siem = await receiver()
  const made = await stream(token, { address: siem.address })
  siem.answerWith('cut')
  await grouped(token, 'One')
  await delivered(() => expect(groupsOf(siem)).toEqual(['One', 'One']))
  const [first, second] = siem.received
  expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id'])
  await expect.poll(() => read(token, made)).toMatchObject({ waiting: 0, failures: 0 })
  siem.answerWith('cut', 'cut')
  expect((await test.call(testLogStream, { params: made }, { token })).body).toMatchObject({ outcome: 'failure', fault: 'unreachable' })
})

it('sends again, from another process, what one that was killed had not noted', async () => {
  const { token } = await signedIn()
  const siem = await receiver()
  const made = await stream(token, { address: siem.address })
  siem.answerWith('hang')
  await grouped(token, 'One')
  await delivered(() => expect(siem.received).toHaveLength(1))
  const config = loadConfig({ ...environment, STEWARD_ENV: 'test', PUBLIC_URL: 'http://localhost:8080', STEWARD_DATA_DIR: test.dataDir })
  const other = await buildApp({ config, db: test.db, log: pino({ level: 'silent' }), now, rateLimits: false })
  await other.background.runScheduled('deliver_log_streams')
  expect(siem.received).toHaveLength(1)
  // The first process never hears of an answer, and its lease ends after a minute.
  ahead = 61_000
  await other.background.runScheduled('deliver_log_streams')
  await vi.waitFor(() => expect(siem.received).toHaveLength(2), { timeout: 5_000 })
  expect(siem.received[1]).toMatchObject({
    body: siem.received[0]?.body,
    headers: { 'webhook-id': siem.received[0]?.headers['webhook-id'] },
  })
  await vi.waitFor(async () => expect((await progressOf(made)).batch_id).toBeNull(), { timeout: 5_000 })
  await other.close()
  expect(await progressOf(made)).toMatchObject({ failures: 0, lease_id: null })
}, 30_000)

it('is delivered by one process at a time', async () => {
  const { token } = await signedIn()
  const siem = await receiver()
  await stream(token, { address: siem.address })
  await grouped(token, 'One', 'Two')
  await delivered(() => expect(siem.received.length).toBeGreaterThan(0))
  await Promise.all([deliver(), deliver(), deliver()])
  expect(groupsOf(siem)).toEqual(['One', 'Two'])
})

it('replays from a moment on, which does not lose what is new', async () => {
  const { token } = await signedIn()
  const siem = await receiver()
  const from = new Date().toISOString()
  await grouped(token, 'Before')
  const made = await stream(token, { address: siem.address })
  await grouped(token, 'After')
  await delivered(() => expect(groupsOf(siem)).toEqual(['After']))
  expect((await test.call(replayLogStream, { params: made, body: { from } }, { token })).status).toBe(200)
  await delivered(() => expect(groupsOf(siem)).toEqual(['After', 'Before', 'After']))
  for (const refused of ['2001-01-01T00:00:00.000Z', '2101-01-01T00:00:00.000Z']) {
    const answer = await test.call(replayLogStream, { params: made, body: { from: refused } }, { token })
    expect([answer.status, answer.body.code]).toEqual([400, 'log_stream_replay_refused'])
  }
})

it('waits while it is paused, and continues where it was', async () => {
  const { tenant, token } = await signedIn()
  const siem = await receiver()
  const made = await stream(token, { address: siem.address })
  const paused = await test.call(patchLogStream, { params: made, body: { isPaused: true } }, { token })
  expect(paused.body).toMatchObject({ isPaused: true, pauseReason: 'by_hand' })
  await grouped(token, 'One')
  const settled = () => settledUntil(test.db, tenant.tenantId)
  await vi.waitFor(async () => expect((await settled()).getTime()).toBeGreaterThan(Date.parse(paused.body.createdAt) + 500), {
    timeout: 5_000,
  })
  await deliver()
  expect(siem.received).toEqual([])
  await test.call(patchLogStream, { params: made, body: { isPaused: false } }, { token })
  await delivered(() => expect(groupsOf(siem)).toEqual(['One']))
})

it('is paused with a notification after days of failures, or when the destination is gone', async () => {
  const { token } = await signedIn()
  const siem = await receiver()
  const [failing, gone] = [await stream(token, { address: siem.address }), await receiver()]
  siem.answerWith(500, 500, 500)
  gone.answerWith(410)
  const other = await stream(token, { address: gone.address, logStreamName: 'Gone' })
  await grouped(token, 'One')
  await delivered(() => expect(siem.received.length + gone.received.length).toBe(2))
  await expect.poll(() => read(token, other)).toMatchObject({ isPaused: true, pauseReason: 'gone' })
  await expect.poll(() => read(token, failing)).toMatchObject({ isPaused: false, failingSince: expect.any(String) })
  await asOwner(test.db, 'operator', (tx) =>
    tx
      .updateTable('log_stream_progress')
      .set({ failing_since: new Date(Date.now() - 3 * 86_400_000), next_attempt_at: new Date() })
      .where('log_stream_id', '=', failing.logStreamId)
      .execute(),
  )
  await delivered(async () => expect(await read(token, failing)).toMatchObject({ isPaused: true, pauseReason: 'failing' }))
  const { items } = await notificationsOf(test, token)
  const told = items.filter(({ messageType }) => messageType === 'LogStreamPaused')
  expect(told.map(({ properties }) => properties.parameters['logStreamName']).toSorted()).toEqual(['Gone', 'Security operations'])
})

it('is not delayed by dead destinations of another tenant, and never has entries of another tenant', async () => {
  const [mine, other] = [await signedIn(), await signedIn()]
  const [siem, dead] = [await receiver(), await receiver()]
  await stream(mine.token, { address: siem.address })
  for (const logStreamName of ['A', 'B', 'C', 'D', 'E']) {
    dead.answerWith('hang')
    await stream(other.token, { address: dead.address, logStreamName })
  }
  await grouped(mine.token, 'Mine')
  await grouped(other.token, 'Theirs')
  await delivered(() => expect(groupsOf(siem)).toEqual(['Mine']))
  await delivered(() => expect(eventsOf(dead)).not.toEqual([]))
  const tenantsOf = (at: WebhookReceiver) => [...new Set(eventsOf(at).map((event) => event.metadata.tenant_uid))]
  expect([tenantsOf(siem), tenantsOf(dead)]).toEqual([[mine.tenant.tenantId], [other.tenant.tenantId]])
})

it('sends what its filter lets through', async () => {
  const { tenant, token } = await signedIn()
  const siem = await receiver()
  await stream(token, { address: siem.address, sendsAuditLog: false, sendsSystemLog: true, eventKinds: ['sign_in_failed'] })
  await test.signIn(tenant, tenant.administrator)
  await test.signIn(tenant, { username: 'nobody@example.com' }).catch(() => undefined)
  await grouped(token, 'Unseen')
  await delivered(() => expect(siem.received).toHaveLength(1))
  expect(eventsOf(siem)).toMatchObject([
    { class_name: 'Authentication', status_id: 2, severity_id: 2, metadata: { event_code: 'sign_in_failed' } },
  ])
})

it('signs with the old secret, too, for a day after a rotation', async () => {
  const { token } = await signedIn()
  const siem = await receiver()
  const made = await stream(token, { address: siem.address })
  const rotated = await test.call(rotateLogStreamSecret, { params: made }, { token })
  expect(rotated.body).toMatchObject({ secret: expect.stringMatching(/^whsec_/), previousSecretUntil: expect.any(String) })
  const tried = () => test.call(testLogStream, { params: made }, { token })
  expect((await tried()).body).toMatchObject({ outcome: 'success', status: 204, isTest: true, events: 1 })
  const [{ body, headers } = { body: '', headers: {} }] = siem.received
  for (const secret of [made.secret, rotated.body.secret]) {
    expect(new Webhook(secret).verify(body, headers as Record<string, string>)).toMatchObject([
      { metadata: { event_code: 'log_stream_test' } },
    ])
  }
  const audited = await asOwner(test.db, 'operator', (tx) =>
    tx.selectFrom('audit_entry').selectAll().where('entity_id', '=', made.logStreamId).execute(),
  )
  expect(audited.map((entry) => entry.field_name)).toContain('signingSecret')
  const stored = await asOwner(test.db, 'operator', (tx) => tx.selectFrom('log_stream').selectAll().execute())
  for (const secret of [made.secret ?? '', rotated.body.secret]) expect(JSON.stringify([audited, stored])).not.toContain(secret)
})

it('says how a test ended that failed', async () => {
  const { token } = await signedIn()
  const siem = await receiver()
  const made = await stream(token, { address: siem.address })
  siem.answerWith(403)
  expect((await test.call(testLogStream, { params: made }, { token })).body).toMatchObject({
    outcome: 'failure',
    status: 403,
    fault: 'status',
  })
  await open.pop()?.close()
  expect((await test.call(testLogStream, { params: made }, { token })).body).toMatchObject({
    outcome: 'failure',
    status: null,
    fault: 'unreachable',
    detail: 'ECONNREFUSED',
  })
})

it('writes syslog over TLS, with the length of each message', async () => {
  const { token } = await signedIn()
  const syslog: SyslogReceiver = await startSyslogReceiver(certificate)
  open.push(syslog)
  const made = await stream(token, { kind: 'syslog', address: syslog.address })
  expect(made.secret).toBeNull()
  await grouped(token, 'Prüfung', 'Two')
  await delivered(() => expect(syslog.messages).toHaveLength(3))
  const [, first] = syslog.messages
  expect(first).toMatch(/^<110>1 \d{4}-\d\d-\d\dT[\d:.]+Z steward steward - audit - \{/)
  expect(JSON.parse(first?.slice(first.indexOf('{')) ?? '')).toMatchObject({ group: { name: 'Prüfung' } })
  expect((await test.call(testLogStream, { params: made }, { token })).body).toMatchObject({ outcome: 'success', status: null })
  const refused = await test.call(rotateLogStreamSecret, { params: made }, { token })
  expect([refused.status, refused.body.code]).toEqual([409, 'log_stream_without_secret'])
})

it('distrusts a certificate that is not for the address', async () => {
  const { token } = await signedIn()
  const siem = await receiver()
  const syslog = await startSyslogReceiver(certificate)
  open.push(syslog)
  certificate.distrust()
  const [webhook, other] = [
    await stream(token, { address: siem.address }),
    await stream(token, { kind: 'syslog', address: syslog.address, logStreamName: 'Syslog' }),
  ]
  for (const made of [webhook, other]) {
    expect((await test.call(testLogStream, { params: made }, { token })).body).toMatchObject({ outcome: 'failure', fault: 'certificate' })
  }
  certificate = await trustedCertificate()
})

it('refuses what is not a public address, a name that is taken, no log, and one stream too many', async () => {
  const { token } = await signedIn()
  const create = (wanted: object) =>
    test.call(
      createLogStream,
      { body: { logStreamName: 'One', kind: 'webhook', address: 'https://siem.example/x', ...wanted } as CreateLogStream },
      { token },
    )
  for (const address of ['https://10.0.0.1/x', 'https://user:secret@siem.example', 'ftp://siem.example', 'siem']) {
    const answer = await create({ address })
    expect(answer.status).toBe(400)
    expect(answer.body.errors).toContainEqual(expect.objectContaining({ field: 'address', code: 'log_stream_address_invalid' }))
  }
  for (const address of ['10.0.0.1:6514', 'https://siem.example', 'siem.example:6514/path', 'siem.example:99999']) {
    expect((await create({ kind: 'syslog', address })).body.code).toBe('log_stream_address_invalid')
  }
  expect((await create({ sendsAuditLog: false, sendsSystemLog: false })).body.code).toBe('log_stream_sends_nothing')
  const made = await create({})
  expect((await create({ logStreamName: 'ONE' })).body.code).toBe('log_stream_name_taken')
  const stale = await test.call(patchLogStream, { params: made.body, body: { format: 'lines' }, ifMatch: '"7"' }, { token })
  expect(stale.status).toBe(412)
  expect((await test.call(patchLogStream, { params: made.body, body: { address: 'https://[::1]/' } }, { token })).status).toBe(400)
  for (let n = 2; n <= 10; n += 1) expect((await create({ logStreamName: `Stream ${n}` })).status).toBe(201)
  expect((await create({ logStreamName: 'Eleven' })).body.code).toBe('log_stream_limit_reached')
  expect((await test.call(listLogStreams, { query: {} }, { token })).body.items).toHaveLength(10)
  expect((await test.call(deleteLogStream, { params: made.body }, { token })).status).toBe(204)
  expect((await test.call(getLogStream, { params: made.body }, { token })).status).toBe(404)
})

it('is for administrators', async () => {
  const { tenant, token } = await signedIn()
  const made = await stream(token, { address: 'https://siem.example/x' })
  const viewer = await test.signIn(tenant, await test.buildUser(tenant, { actions: ['ViewSystemLog', 'EditApiKeys', 'ConfigureSSO'] }))
  for (const answer of [
    await test.call(listLogStreams, { query: {} }, { token: viewer }),
    await test.call(getLogStream, { params: made }, { token: viewer }),
    await test.call(testLogStream, { params: made }, { token: viewer }),
  ]) {
    expect(answer.status).toBe(403)
  }
})
