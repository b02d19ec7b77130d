import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventOutcomes } from '@steward/contract/system-log/constants'
import type { Direction, Position } from '../db/log-slice.ts'
import { type TenantContext, asOwner, withTenant } from '../db/tenant.ts'
import { type TestDatabase, createTestDatabase, createTestTenant } from '../testing/database.ts'
import { type SystemLogFilter, planOf } from './filter.ts'
import { type EventRow, countEvents, readSlice } from './queries.ts'

/** Every combination of filters against the same filter without a database. */

let database: TestDatabase
let ctx: TenantContext
/** The newest first. */
let events: EventRow[]

const now = new Date()
const dayMs = 86_400_000
const kinds = ['sign_in', 'sign_in_failed', 'export', 'token_replayed'] as const
const users = ['0199c0de-0000-7c11-9d59-3b8f5f1c2a44', '0199c0de-1111-7c11-9d59-3b8f5f1c2a44']
const addresses = ['203.0.113.1', '203.0.113.2', '2001:db8::1']
/** As the database gives it. */
const timeOf = (days: number) => new Date(now.getTime() - days * dayMs).toISOString().replace('Z', '000Z')

const anyEvent = fc.record({
  // Few moments, so that many events share one; in several months, and in one that has no partition.
  days: fc.constantFrom(0, 0.5, 1, 3, 20, 40, 75, 3_000),
  kind: fc.constantFrom(...kinds.slice(0, 3)),
  outcome: fc.constantFrom(...eventOutcomes),
  user: fc.constantFrom(...users, null),
  address: fc.constantFrom(...addresses, null),
  name: fc.constantFrom('ada@example.com', '50%@example.com', ''),
})

beforeAll(async () => {
  database = await createTestDatabase()
  ctx = await createTestTenant(database.db)
  const other = await createTestTenant(database.db)
  const sample = fc.sample(anyEvent, { numRuns: 160, seed: 5 }).filter(({ user, kind }) => !(user === users[0] && kind === 'export'))
  for (const [index, { days, kind, outcome, user, address, name }] of sample.entries()) {
    const tenantId = index % 8 === 7 ? other.tenantId : ctx.tenantId
    await asOwner(
      database.db,
      'operator',
      (tx) =>
        sql`
        insert into system_log (tenant_id, occurred_at, kind, outcome, user_id, address, username, request_id)
        values (${tenantId}, ${timeOf(days)}, ${kind}, ${outcome}, ${user}, ${address}, ${name}, ${`request ${index}`})`.execute(tx),
      { tenantId },
    )
  }
  events = (await read({ from: timeOf(9_000) }, { limit: 500 })).rows
  expect(events.length).toBeGreaterThan(80)
})
afterAll(() => database.close())

type Page = Partial<{ from: Position; direction: Direction; limit: number }>
const inTenant = <T>(work: Parameters<typeof withTenant<T>>[2]) => withTenant(database.db, ctx, work, { readOnly: true })
const read = (filter: SystemLogFilter, { from, direction = 'older', limit = 5 }: Page) =>
  inTenant((tx) => readSlice(tx, planOf(filter, now), { from, direction, limit }))

const isIn = (values: readonly string[] | undefined, value: string | null) =>
  values === undefined || values.length === 0 || (value !== null && values.some((one) => one.toLowerCase() === value))

/** The same filter, without a database. */
const matching = (filter: SystemLogFilter) =>
  events.filter(
    (row) =>
      (filter.from === undefined || row.at >= filter.from) &&
      isIn(filter.kind, row.kind) &&
      isIn(filter.userId, row.user_id) &&
      isIn(filter.address === undefined ? undefined : [filter.address], row.address) &&
      (filter.outcome === undefined || row.outcome === filter.outcome) &&
      (filter.search === undefined || row.username.includes(filter.search.toLowerCase()) || row.request_id === filter.search),
  )

const optional = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined })
const anyFilter: fc.Arbitrary<SystemLogFilter> = fc.record({
  kind: optional(fc.subarray([...kinds])),
  outcome: optional(fc.constantFrom(...eventOutcomes)),
  // The same user can be given twice.
  userId: optional(fc.subarray([...users, ...users.map((id) => id.toUpperCase())])),
  address: optional(fc.constantFrom(...addresses)),
  search: optional(fc.constantFrom('ADA', '%', 'request 12')),
  from: fc.constantFrom(timeOf(9_000), timeOf(41), timeOf(3)),
})
const idsOf = (rows: readonly EventRow[]) => rows.map((row) => row.system_log_id)

test('any filters find what they should, from any position, in both directions', async () => {
  const anyPage = fc.record({ at: optional(fc.nat()), isOlder: fc.boolean(), limit: fc.integer({ min: 1, max: 9 }) })
  await fc.assert(
    fc.asyncProperty(anyFilter, anyPage, async (filter, { at, isOlder, limit }) => {
      const place = at === undefined ? undefined : at % events.length
      const behind = new Set(place === undefined ? events : isOlder ? events.slice(place + 1) : events.slice(0, place))
      const expected = matching(filter).filter((row) => behind.has(row))
      if (!isOlder) expected.reverse()
      const row = place === undefined ? undefined : events[place]
      const from = row && { from: { at: row.at, id: row.system_log_id } }
      const slice = await read(filter, { ...from, direction: isOlder ? 'older' : 'newer', limit })
      expect(idsOf(slice.rows)).toEqual(idsOf(expected.slice(0, limit)))
      expect(slice.hasMore).toBe(expected.length > limit)
    }),
    { numRuns: 150 },
  )
})

test('any filters are counted, each event in its day of UTC', async () => {
  await fc.assert(
    fc.asyncProperty(anyFilter, fc.constantFrom('hour' as const, 'day' as const), async (filter, step) => {
      const rows = await inTenant((tx) => countEvents(tx, planOf(filter, now), step))
      const counted = rows.map(({ at, success, failure }) => [at.toISOString(), success, failure])
      const length = step === 'hour' ? 13 : 10
      const steps = Map.groupBy(matching(filter), (row) => row.at.slice(0, length))
      const expected = [...steps].map(([start, inStep]) => {
        const failures = inStep.filter((row) => row.outcome === 'failure').length
        return [`${start}${step === 'hour' ? '' : 'T00'}:00:00.000Z`, inStep.length - failures, failures]
      })
      expect(counted.toSorted()).toEqual(expected.toSorted())
    }),
    { numRuns: 60 },
  )
})
