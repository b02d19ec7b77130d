import { pino } from 'pino'
import { z } from 'zod'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { asOwner } from '../db/tenant.ts'
import type { TestDatabase } from '../testing/database.ts'
import { createTestDatabase } from '../testing/database.ts'
import { type JobKind, addJobs, ownerPool, prepareJobs, taskFor } from './jobs.ts'
import { keepPresence } from './presence.ts'
import { createBackground } from './worker.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase()
  await prepareJobs(database.db)
})

afterAll(() => database.close())

const silent = pino({ level: 'silent' })
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
    log: silent,
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

test('the jobs of a long list let those of others pass', async () => {
  const letter: JobKind<string> = { name: 'letter', payload: z.string(), maxAttempts: 1 }
  const sent: string[] = []
  const task = taskFor(letter, async (to) => void sent.push(to))
  const background = createBackground({ db: database.db, log: silent, tasks: [task], schedule: [] })
  const queue = (payloads: string[]) => asOwner(database.db, 'operator', (tx) => addJobs(tx, letter, payloads))
  const list = Array.from({ length: 60 }, (_, index) => `${index + 1} of 60`)
  await queue(list)
  await queue(['one'])
  await background.runDue()
  expect([sent.length, sent.indexOf('one')]).toEqual([61, 20])
})

test('jobs of a queue take one worker, however many wait', async () => {
  const slow: JobKind<string> = { name: 'slow', payload: z.string(), maxAttempts: 1, queueOf: () => 'slow ones' }
  const letter: JobKind<string> = { name: 'letter', payload: z.string(), maxAttempts: 1 }
  const begun: string[] = []
  const [started, sent, go] = [Promise.withResolvers<void>(), Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const work = taskFor(slow, async (name) => {
    begun.push(name)
    started.resolve()
    await go.promise
  })
  const tasks = [work, taskFor(letter, async () => sent.resolve())]
  const background = createBackground({ db: database.db, log: silent, tasks, schedule: [], concurrency: 2 })
  await asOwner(database.db, 'operator', async (tx) => {
    await addJobs(tx, slow, ['first', 'second', 'third'])
    await addJobs(tx, letter, ['to someone else'])
  })
  await background.start()
  await Promise.all([started.promise, sent.promise])
  expect(begun).toHaveLength(1)
  go.resolve()
  await expect.poll(() => begun).toHaveLength(3)
  await background.stop()
})

test('frees the jobs of a process that was killed, not those of one that lives', async () => {
  const pool = ownerPool(database.db, 3)
  const lived = await keepPresence(pool, 'pool-living', silent)
  const killed = await keepPresence(pool, 'pool-killed', silent)
  for (const poolId of ['pool-living', 'pool-killed']) {
    await pool.query(`select graphile_worker.add_job('letter', job_key => $1)`, [poolId])
    await pool.query(`update graphile_worker._private_jobs set locked_by = $1, locked_at = now() - interval '31 seconds' where key = $1`, [
      poolId,
    ])
  }
  // As when its process ends: the connection goes, and the lock with it.
  await killed.close()
  const runs: string[] = []
  const sent = Promise.withResolvers<void>()
  const background = createBackground({
    db: database.db,
    log: silent,
    tasks: [
      {
        name: 'letter',
        run: async (_payload, { attempt }) => {
          runs.push(`attempt ${attempt}`)
          sent.resolve()
        },
      },
    ],
    schedule: [],
  })
  await background.start()
  await sent.promise
  await background.stop()
  const { rows } = await pool.query('select key, locked_by from graphile_worker._private_jobs')
  expect([runs.length, rows]).toEqual([1, [{ key: 'pool-living', locked_by: 'pool-living' }]])
  await lived.close()
  await pool.end()
})
