import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { asOwner } from '../db/tenant.ts'
import { type TestDatabase, createTestDatabase } from '../testing/database.ts'
import { type SharedRates, cleanRates, createSharedRates } from './rates.ts'

const limit = { max: 3, windowMs: 60_000 }
let database: TestDatabase
let time: number
let first: SharedRates
let second: SharedRates
const server = () => createSharedRates({ db: database.db, now: () => new Date(time), log: pino({ level: 'silent' }) })
const stored = () =>
  asOwner(database.db, 'maintenance', (tx) => tx.selectFrom('request_rate').select(['rate_key', 'requests']).orderBy('rate_key').execute())

beforeAll(async () => {
  database = await createTestDatabase()
})

afterAll(() => database.close())

beforeEach(async () => {
  time = Date.now()
  await cleanRates(database.db, new Date(time + 3_600_000))
  first = server()
  second = server()
})

test('two servers count together', async () => {
  expect(await first.count('a', limit)).toEqual({ count: 1, endsInMs: 60_000 })
  expect(await second.count('a', limit)).toMatchObject({ count: 2 })
  expect(await second.count('b', limit)).toMatchObject({ count: 1 })
  time += 20_000
  expect(await first.count('a', limit)).toEqual({ count: 3, endsInMs: 40_000 })
  expect([first.waitOf('a', limit), second.waitOf('a', limit)]).toEqual([40_000, 0])
  expect(await second.count('a', limit)).toEqual({ count: 4, endsInMs: 40_000 })
  expect(second.waitOf('a', limit)).toBe(40_000)
})

test('what is over the limit writes nothing more', async () => {
  for (let calls = 0; calls < 10; calls++) await first.count('a', limit)
  expect(await stored()).toEqual([{ rate_key: 'a', requests: 3 }])
})

test('counting begins again when the time is over', async () => {
  for (let calls = 0; calls < 3; calls++) await first.count('a', limit)
  time += 60_000
  expect(first.waitOf('a', limit)).toBe(0)
  expect(await second.count('a', limit)).toEqual({ count: 1, endsInMs: 60_000 })
  expect(await first.count('a', limit)).toMatchObject({ count: 2 })
  await cleanRates(database.db, new Date(time + 30_000))
  expect(await stored()).toHaveLength(1)
  await cleanRates(database.db, new Date(time + 60_001))
  expect(await stored()).toEqual([])
})

test('parallel calls of two servers all count', async () => {
  const counts = await Promise.all(Array.from({ length: 20 }, (_, at) => (at % 2 ? first : second).count('a', { ...limit, max: 100 })))
  expect(counts.map(({ count }) => count).toSorted((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, at) => at + 1))
})

test('a server counts alone while the database takes no counts', async () => {
  await first.count('a', limit)
  await asOwner(database.db, 'maintenance', (tx) => tx.schema.alterTable('request_rate').renameTo('away').execute())
  try {
    expect(await first.count('a', limit)).toMatchObject({ count: 2 })
    expect(await first.count('a', limit)).toMatchObject({ count: 3 })
    expect(first.waitOf('a', limit)).toBeGreaterThan(0)
  } finally {
    await asOwner(database.db, 'maintenance', (tx) => tx.schema.alterTable('away').renameTo('request_rate').execute())
  }
})
