import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { changeTypes } from '@steward/contract/audit-log/constants'
import type { Position } from '../db/log-slice.ts'
import { type TenantContext, asOwner, withTenant } from '../db/tenant.ts'
import { type TestDatabase, createTestDatabase, createTestTenant } from '../testing/database.ts'
import { type AuditFilter, planOf } from './filter.ts'
import { type EntryRow, readSlice } from './queries.ts'

/** Every filter and combination of filters against the same filter without a database. */

let database: TestDatabase
let ctx: TenantContext
/** The newest first. */
let entries: EntryRow[]

const now = new Date()
const dayMs = 86_400_000
const categories = ['Group', 'Role', 'Tag', 'Of a later version']
const fields = ['groupName', 'status', 'value']
const actors = ['ada', 'bob', 'system']
const entities = ['one', 'two']
const words = ['', 'Quarterly', '50%', 'under_score', 'Größe']

interface Entry {
  days: number
  category: string
  type: string
  field: string
  actor: string
  entity: string
  word: string
}

const anyEntry: fc.Arbitrary<Entry> = fc.record({
  // Few moments, so that many entries share one; in several months, and in one that has no partition.
  days: fc.constantFrom(0, 0.5, 1, 3, 20, 40, 75, 3_000),
  category: fc.constantFrom(...categories),
  type: fc.constantFrom(...changeTypes),
  field: fc.constantFrom(...fields),
  actor: fc.constantFrom(...actors),
  entity: fc.constantFrom(...entities),
  word: fc.constantFrom(...words),
})

const write = (tenantId: string, of: readonly Entry[]) =>
  asOwner(
    database.db,
    'operator',
    async (tx) => {
      for (const { days, category, type, field, actor, entity, word } of of) {
        await sql`
          insert into audit_entry (tenant_id, occurred_at, type, category, entity_id, entity_name, field_name, current_value, actor_type,
                                   actor_id, actor_name, request_id)
          values (${tenantId}, ${new Date(now.getTime() - days * dayMs)}, ${type}, ${category}, ${entity}, ${`Name of ${entity}`}, ${field},
                  ${word}, 'user', ${actor}, ${actor}, ${`request ${days}`})`.execute(tx)
      }
    },
    { tenantId },
  )

beforeAll(async () => {
  database = await createTestDatabase()
  ctx = await createTestTenant(database.db)
  const sample = fc.sample(anyEntry, { numRuns: 200, seed: 11 })
  // Some combinations don’t occur, and one occurs once.
  const some = sample.filter(
    ({ actor, category, type, field }) => !(actor === 'bob' && category === 'Tag') && !(type === 'Delete' && field === 'value'),
  )
  await write(ctx.tenantId, [...some, { days: 2, category: 'Tag', type: 'Delete', field: 'value', actor: 'bob', entity: 'one', word: '' }])
  await write((await createTestTenant(database.db)).tenantId, sample.slice(0, 50))
  entries = (await read({ from: new Date(0).toISOString() }, { limit: 1_000 })).rows
  expect(entries.length).toBeGreaterThan(100)
})
afterAll(() => database.close())

type Page = Partial<{ from: Position; direction: 'older' | 'newer'; limit: number; examined: number }>

const read = (filter: AuditFilter, { from, direction = 'older', limit = 5, ...page }: Page) =>
  withTenant(database.db, ctx, (tx) => readSlice(tx, planOf(filter, now), { from, direction, limit, ...page }), { readOnly: true })

const isIn = (values: readonly string[] | undefined, value: string) => values === undefined || values.length === 0 || values.includes(value)

/** The same filter, without a database. */
const matching = (filter: AuditFilter) =>
  entries.filter(
    (row) =>
      (filter.from === undefined || row.at >= filter.from) &&
      (filter.until === undefined || row.at < filter.until) &&
      isIn(filter.actor, row.actor_id) &&
      isIn(filter.category, row.category) &&
      isIn(filter.type, row.type) &&
      isIn(filter.entity, row.entity_id) &&
      isIn(filter.field, row.field_name) &&
      (filter.search === undefined ||
        [row.entity_name, row.actor_name, row.current_value].some((text) =>
          text?.toLowerCase().includes(filter.search?.toLowerCase() ?? ''),
        ) ||
        row.request_id === filter.search),
  )

const positionOf = (row: EntryRow): Position => ({ at: row.at, id: row.audit_entry_id })
const idsOf = (rows: readonly EntryRow[]) => rows.map((row) => row.audit_entry_id)
const behind = (rows: readonly EntryRow[], { at, id }: Position, direction: 'older' | 'newer') => {
  const isOlder = (row: EntryRow) => row.at < at || (row.at === at && row.audit_entry_id < id)
  return direction === 'older' ? rows.filter(isOlder) : rows.filter((row) => !isOlder(row) && row.audit_entry_id !== id).toReversed()
}

const values = <T extends string>(...known: T[]) => fc.option(fc.subarray([...known, 'nothing' as T]), { nil: undefined }) // any text is taken
const microseconds = (days: number) => new Date(now.getTime() - days * dayMs).toISOString().replace('Z', '000Z')
const anyFilter: fc.Arbitrary<AuditFilter> = fc
  .record({
    actor: values(...actors),
    category: values(...categories),
    type: fc.option(fc.subarray([...changeTypes]), { nil: undefined }),
    field: values(...fields),
    entity: fc.option(fc.subarray(entities), { nil: undefined }),
    search: fc.option(fc.constantFrom('quarter', '%', '_', 'GRÖSSE', 'größe', 'ada', 'request 3', 'name of'), { nil: undefined }),
    from: fc.constantFrom(microseconds(4_000), microseconds(41), microseconds(3)),
    until: fc.option(fc.constantFrom(microseconds(2), microseconds(20), microseconds(0.5)), { nil: undefined }),
  })
  .map(({ until, ...filter }) => ({ ...filter, ...(until === undefined || until <= filter.from ? {} : { until }) }))

describe('what a filter finds', () => {
  test.each<[string, Partial<AuditFilter>]>([
    ['a category', { category: ['Tag'] }],
    ['a type', { type: ['Create'] }],
    ['an actor', { actor: ['ada'] }],
    ['a field', { field: ['status'] }],
    ['an entity', { entity: ['two'] }],
    ['a text', { search: 'quarter' }],
    ['a category and a type', { category: ['Role', 'Tag'], type: ['Create'] }],
    ['a category and a field', { category: ['Role'], field: ['value', 'status'] }],
    ['a type and a field', { type: ['Update'], field: ['value'] }],
    ['an actor and a category', { actor: ['ada', 'bob'], category: ['Role'] }],
    ['an actor and a type', { actor: ['ada'], type: ['Delete'] }],
    ['an actor and a field', { actor: ['bob'], field: ['groupName'] }],
    ['an entity and each other', { entity: ['one'], category: ['Group'], actor: ['ada'] }],
    ['a text and a category', { search: 'quarter', category: ['Group'] }],
    ['a text and an actor', { search: 'quarter', actor: ['ada'] }],
    ['a single entry', { actor: ['bob'], category: ['Tag'] }],
    ['the same, by type and field', { type: ['Delete'], field: ['value'] }],
  ])('%s', async (_, part) => {
    const filter = { ...part, from: microseconds(4_000) }
    const all = matching(filter)
    expect(all.length).toBeGreaterThan(0)
    expect(idsOf((await read(filter, { limit: 500 })).rows)).toEqual(idsOf(all))
  })

  test.each<[string, Partial<AuditFilter>]>([
    ['a category', { category: ['Quota'] }],
    ['a category and a type', { category: ['Tag'], type: ['Delete'], field: ['status', 'none'], actor: ['bob'] }],
    ['an actor and a category', { actor: ['nobody'], category: ['Tag'] }],
    ['a field and a type', { field: ['value'], type: ['Delete'], category: ['Group'] }],
    ['a text', { search: 'nothing has this name' }],
    ['a text and a category', { search: 'nothing has this name', category: ['Tag'] }],
  ])('nothing: %s', async (_, part) => {
    expect(await read({ ...part, from: microseconds(4_000) }, {})).toEqual({ rows: [], hasMore: false, examinedTo: undefined })
  })

  test('any filters, from any position, in both directions', async () => {
    const anyPage = fc.record({
      at: fc.option(fc.nat(), { nil: undefined }),
      direction: fc.constantFrom('older' as const, 'newer' as const),
      limit: fc.integer({ min: 1, max: 9 }),
    })
    await fc.assert(
      fc.asyncProperty(anyFilter, anyPage, async (filter, { at, direction, limit }) => {
        const row = at === undefined ? undefined : entries[at % entries.length]
        const from = row && positionOf(row)
        const all = matching(filter)
        const expected = from ? behind(all, from, direction) : direction === 'older' ? all : all.toReversed()
        const slice = await read(filter, { ...(from ? { from } : {}), direction, limit })
        expect(idsOf(slice.rows)).toEqual(idsOf(expected.slice(0, limit)))
        expect(slice.hasMore).toBe(expected.length > limit)
      }),
      { numRuns: 150 },
    )
  })

  test('the same when it stops after a few entries and continues', async () => {
    await fc.assert(
      fc.asyncProperty(anyFilter, fc.constantFrom('older' as const, 'newer' as const), async (filter, direction) => {
        const found: EntryRow[] = []
        let from: Position | undefined
        for (;;) {
          const slice = await read(filter, { ...(from ? { from } : {}), direction, limit: 3, examined: 40 })
          found.push(...slice.rows)
          const last = slice.hasMore ? slice.rows.at(-1) : undefined
          from = last ? positionOf(last) : slice.examinedTo
          if (!from) break
        }
        const all = matching(filter)
        expect(idsOf(found)).toEqual(idsOf(direction === 'older' ? all : all.toReversed()))
      }),
      { numRuns: 60 },
    )
  })

  test('a large page of many kinds, some frequent and some rare', async () => {
    const many = await createTestTenant(database.db)
    await asOwner(
      database.db,
      'operator',
      (tx) =>
        sql`
        insert into audit_entry (tenant_id, occurred_at, type, category, entity_id, entity_name, field_name, current_value, actor_type, actor_id, actor_name)
        select ${many.tenantId}::uuid, ${now}::timestamptz - i * interval '20 minutes', 'Update', 'Category ' || trunc(log(i)), i, 'Entity', 'field' || i % 11, '', 'user',
               'ada', 'ada'
          from generate_series(1, 3000) i`.execute(tx),
      { tenantId: many.tenantId },
    )
    const filter = { from: microseconds(60), type: ['Update' as const] }
    const readAll = async (direction: 'older' | 'newer', more: Partial<AuditFilter>, limit: number) => {
      const plan = planOf({ ...filter, ...more }, now)
      const slice = await withTenant(database.db, many, (tx) => readSlice(tx, plan, { from: undefined, direction, limit }), {
        readOnly: true,
      })
      return slice.rows.map((row) => Number(row.entity_id))
    }
    const all = Array.from({ length: 3_000 }, (_, index) => index + 1)
    for (const limit of [200, 700, 3_000]) {
      expect(await readAll('older', {}, limit)).toEqual(all.slice(0, limit))
      expect(await readAll('newer', {}, limit)).toEqual(all.toReversed().slice(0, limit))
      expect(await readAll('older', { search: 'entity' }, limit)).toEqual(all.slice(0, limit))
      expect(await readAll('newer', { search: 'entity' }, limit)).toEqual(all.toReversed().slice(0, limit))
    }
  })
})
