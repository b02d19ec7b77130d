import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { CallInput } from '@steward/contract/http'
import { exportSystemLog, getSystemEvent, getSystemLogHistogram, listSystemLog } from '@steward/contract/system-log/endpoints'
import type { SystemEvent } from '@steward/contract/system-log/schemas'
import { asOwner } from '../db/tenant.ts'
import { type TestApp, type TestTenant, startTestApp } from '../testing/app.ts'

let app: TestApp
let tenant: TestTenant
let token: string

beforeAll(async () => {
  // The events are of a fixed day.
  app = await startTestApp({ environment: { STEWARD_SYSTEM_LOG_DAYS: '36500', STEWARD_SYSTEM_LOG_MAX_DAYS: '36500' } })
  tenant = await app.buildTenant()
  token = await app.signIn(tenant, tenant.administrator)
  const at = (minute: number) => new Date(Date.UTC(2026, 1, 3, 4, minute))
  const event = (minute: number, kind: string, username: string, address: string, outcome: 'success' | 'failure' = 'success') => ({
    tenant_id: tenant.tenantId,
    occurred_at: at(minute),
    kind,
    outcome,
    username,
    address,
    user_agent: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:152.0) Gecko/20100101 Firefox/152.0',
    request_id: `request ${minute}`,
  })
  await asOwner(
    app.db,
    'operator',
    (tx) =>
      tx
        .insertInto('system_log')
        .values([
          event(0, 'sign_in', 'ada@example.com', '203.0.113.1'),
          event(0, 'sign_in_failed', 'bob@example.com', '203.0.113.2', 'failure'),
          event(0, 'sign_in', 'bob@example.com', '203.0.113.2'),
          event(61, 'sign_out', 'ada@example.com', '2001:db8::1'),
          event(62, 'mail_failed', '=cmd', '203.0.113.1', 'failure'),
        ])
        .execute(),
    { tenantId: tenant.tenantId },
  )
})
afterAll(() => app.close())

type Query = NonNullable<CallInput<typeof listSystemLog>['query']>
const range = { from: '2026-02-03T00:00:00Z', until: '2026-02-04T00:00:00Z' }

async function list(query: Query, by = token) {
  const answer = await app.call(listSystemLog, { query }, { token: by })
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return answer.body as { items: SystemEvent[]; newest: string | null; oldest: string | null; hasNewer: boolean; hasOlder: boolean }
}
const kinds = async (query: Query) => (await list({ ...range, ...query })).items.map((item) => item.kind)

test('lists events with who, from where and how it ended', async () => {
  const { items } = await list({ kind: ['sign_in'], days: 1 })
  expect(items[0]).toMatchObject({
    kind: 'sign_in',
    outcome: 'success',
    userId: tenant.administrator.userId,
    username: tenant.administrator.username,
    address: '127.0.0.1',
  })
  const event = await app.call(getSystemEvent, { params: { cursor: items[0]?.cursor ?? '' } }, { token })
  expect(event.body).toEqual(items[0])
})

test('filters by kind, outcome, address, text, and pairs of them', async () => {
  expect(await kinds({})).toEqual(['mail_failed', 'sign_out', 'sign_in', 'sign_in_failed', 'sign_in'])
  expect(await kinds({ kind: ['sign_out', 'mail_failed'] })).toEqual(['mail_failed', 'sign_out'])
  expect(await kinds({ outcome: 'failure' })).toEqual(['mail_failed', 'sign_in_failed'])
  expect(await kinds({ address: '203.0.113.2' })).toEqual(['sign_in', 'sign_in_failed'])
  expect(await kinds({ address: '2001:db8:0::1' })).toEqual(['sign_out'])
  expect(await kinds({ address: '203.0.113.1', outcome: 'failure' })).toEqual(['mail_failed'])
  expect(await kinds({ kind: ['sign_in'], search: 'BOB' })).toEqual(['sign_in'])
  expect(await kinds({ search: 'request 61' })).toEqual(['sign_out'])
  expect(await kinds({ userId: [tenant.administrator.userId] })).toEqual([])
})

test('pages in both directions over events of the same moment', async () => {
  const first = await list({ ...range, limit: 3 })
  const second = await list({ ...range, limit: 3, before: first.oldest ?? '' })
  expect(second.items.map((item) => item.kind)).toEqual(['sign_in_failed', 'sign_in'])
  expect([second.hasNewer, second.hasOlder]).toEqual([true, false])
  const back = await list({ ...range, limit: 3, after: second.newest ?? '' })
  expect([back.items, back.hasNewer]).toEqual([first.items, false])
})

test('counts by outcome in every step of the range', async () => {
  const { body } = await app.call(getSystemLogHistogram, { query: range }, { token })
  expect(body.step).toBe('hour')
  expect(body.buckets).toHaveLength(24)
  expect(body.buckets[4]).toEqual({ at: '2026-02-03T04:00:00.000Z', success: 2, failure: 1 })
  expect(body.buckets[5]).toEqual({ at: '2026-02-03T05:00:00.000Z', success: 1, failure: 1 })
  const month = await app.call(getSystemLogHistogram, { query: { days: 30, kind: ['sign_in'] } }, { token })
  expect([month.body.step, month.body.buckets.length]).toEqual(['day', 31])
  const pair = await app.call(getSystemLogHistogram, { query: { ...range, address: '203.0.113.1', outcome: 'failure' } }, { token })
  expect(pair.body.buckets.filter((bucket: { failure: number }) => bucket.failure > 0)).toHaveLength(1)
})

test('counts the same from kept hours as from the events, in any range and with any kind', async () => {
  const totals = async (query: object) => {
    const { body } = await app.call(getSystemLogHistogram, { query }, { token })
    return body.buckets.reduce((sum: number, { success, failure }: { success: number; failure: number }) => sum + success + failure, 0)
  }
  const each = async (query: Query) =>
    expect([query, await totals(query)]).toEqual([query, (await list({ ...query, limit: 100 })).items.length])
  const filters: Query[] = [{}, { kind: ['sign_in'] }, { outcome: 'failure' }, { kind: ['sign_in', 'mail_failed'], outcome: 'failure' }]
  const all = async () => {
    for (const more of filters) {
      await each({ ...range, ...more })
      await each({ from: '2026-02-03T04:10:00.000Z', until: '2026-02-03T05:30:00.000Z', ...more })
      await each({ from: '2026-02-03T04:10:00.000Z', until: '2026-02-03T04:50:00.000Z', ...more })
      await each({ days: 1, ...more })
      await each({ days: 92, ...more })
    }
  }
  await all()
  await app.app.background.runScheduled('sum_system_log_hours')
  await all()
  const { rows } = await asOwner(app.db, 'operator', (tx) =>
    sql<{ part: string }>`select distinct part from system_log_hour where tenant_id = ${tenant.tenantId}`.execute(tx),
  )
  expect(rows).toEqual([{ part: '00000000-0000-0000-0000-000000000000' }])
})

test('counts a text among the newest events only, and says how far back', async () => {
  const other = await app.buildTenant()
  const byOther = await app.signIn(other, other.administrator)
  const events = (first: number, last: number) =>
    asOwner(
      app.db,
      'operator',
      (tx) =>
        sql`insert into system_log (tenant_id, occurred_at, kind, outcome, username)
            select ${other.tenantId}, '2026-02-03T00:00Z'::timestamptz + n * interval '1 second', 'sign_out', 'success', 'user-' || n % 2
              from generate_series(${first}::int, ${last}::int) n`.execute(tx),
      { tenantId: other.tenantId },
    )
  const count = async () => {
    const { body } = await app.call(getSystemLogHistogram, { query: { ...range, search: 'USER-1' } }, { token: byOther })
    return [body.countedFrom, body.buckets.reduce((sum: number, { success }: { success: number }) => sum + success, 0)]
  }
  await events(1, 50_000)
  expect(await count()).toEqual([null, 25_000])
  await events(50_001, 50_010)
  expect(await count()).toEqual(['2026-02-03T00:00:10.000Z', 25_000])
})

test('exports what the filters match, with formulas escaped', async () => {
  const answer = await app.call(exportSystemLog, { query: { ...range, outcome: 'failure', address: '203.0.113.1' } }, { token })
  const lines = String(answer.body).replace('\uFEFF', '').trim().split('\n')
  expect(lines[0]).toBe('timestamp,kind,outcome,user,userId,address,userAgent,requestId,details')
  expect(lines.slice(1)).toEqual([expect.stringContaining("mail_failed,failure,'=cmd,,203.0.113.1")])
})

test('refuses unknown kinds, addresses and positions, and people without the permission', async () => {
  const refused = async (query: object) => (await app.call(listSystemLog, { query: query as Query }, { token })).status
  expect(await refused({ kind: ['sign_sideways'] })).toBe(400)
  expect(await refused({ address: '203.0.113' })).toBe(400)
  expect(await refused({ days: 7, from: range.from })).toBe(400)
  expect(await refused({ before: 'nowhere' })).toBe(400)
  expect((await app.call(getSystemEvent, { params: { cursor: 'nowhere' } }, { token })).status).toBe(404)
  const stranger = await app.signIn(tenant, await app.buildUser(tenant, { actions: ['ViewUsers'] }))
  expect((await app.call(listSystemLog, {}, { token: stranger })).status).toBe(403)
})

test('shows nothing of another tenant', async () => {
  const other = await app.buildTenant()
  const by = await app.signIn(other, other.administrator)
  expect((await list(range, by)).items).toEqual([])
  const [event] = (await list(range)).items
  expect((await app.call(getSystemEvent, { params: { cursor: event?.cursor ?? '' } }, { token: by })).status).toBe(404)
})
