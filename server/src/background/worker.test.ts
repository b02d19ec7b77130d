import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestDatabase } from '../testing/database.ts'
import { createTestDatabase } from '../testing/database.ts'
import { ownerPool, prepareJobs } from './jobs.ts'
import { createBackground } from './worker.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase()
  await prepareJobs(database.db)
})

afterAll(() => database.close())

const dayMs = 86_400_000
/** A cron expression for the minute and hour of a time, in UTC. */
const minuteOf = (at: Date) => at.getUTCMinutes()
const minuteAndHourOf = (at: Date) => `${minuteOf(at)} ${at.getUTCHours()}`

/** Makes the queue believe that it last ran these two days ago. */
async function lastRan(names: readonly string[]): Promise<void> {
  const pool = ownerPool(database.db, 1)
  const [since, last] = [new Date(Date.now() - 3 * dayMs), new Date(Date.now() - 2 * dayMs)]
  for (const name of names) {
    await pool.query('insert into graphile_worker._private_known_crontabs (identifier, known_since, last_execution) values ($1, $2, $3)', [
      name,
      since,
      last,
    ])
  }
  await pool.end()
}

test('catches up once on missed daily work, also after a failure, but not on more frequent work', async () => {
  await lastRan(['daily', 'hourly'])
  const twoHoursAgo = new Date(Date.now() - 7_200_000)
  const halfAnHourAgo = new Date(Date.now() - 1_800_000)
  const runs: string[] = []
  const made = Promise.withResolvers<void>()
  const background = createBackground({
    db: database.db,
    log: pino({ level: 'silent' }),
    tasks: [],
    schedule: [
      {
        name: 'daily',
        cron: `${minuteAndHourOf(twoHoursAgo)} * * *`,
        run: async () => {
          runs.push('daily')
          if (runs.length === 1) throw new Error('the database is not there')
          made.resolve()
        },
      },
      { name: 'hourly', cron: `${minuteOf(halfAnHourAgo)} * * * *`, run: async () => void runs.push('hourly') },
    ],
  })
  await background.start()
  await made.promise
  await background.stop()
  expect(runs).toEqual(['daily', 'daily'])
}, 30_000)
