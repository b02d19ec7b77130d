import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestDatabase, createTestDatabase, createTestTenant } from '../testing/database.ts'
import { type TenantContext, lastly, withTenant } from './tenant.ts'
import { LimitedWork, runWithin } from './time-limits.ts'
import { OutcomeUnknownError, isDatabaseUnavailable, tookTooLong } from './unavailable.ts'

let database: TestDatabase
let tenant: TenantContext

beforeAll(async () => {
  database = await createTestDatabase()
  tenant = await createTestTenant(database.db)
})
afterAll(() => database.close())

const limits = { statementMs: 60_000, lockMs: 60_000, connectionMs: 60_000 }
const within = <T>(limited: LimitedWork, work: () => Promise<T>): Promise<unknown> =>
  runWithin(limited, work).then(
    () => undefined,
    (error: unknown) => error,
  )

const addGroup = (name: string, then: (tx: Parameters<Parameters<typeof withTenant>[2]>[0]) => Promise<unknown>) =>
  withTenant(database.db, tenant, async (tx) => {
    await tx.insertInto('user_group').values({ tenant_id: tenant.tenantId, group_name: name }).execute()
    await then(tx)
  })

const groupNames = () =>
  withTenant(database.db, tenant, (tx) =>
    tx.selectFrom('user_group').select('group_name').where('tenant_id', '=', tenant.tenantId).execute(),
  )

const sleeping = `select pid from pg_stat_activity where datname = current_database() and wait_event = 'PgSleep'`

/** Calls back with the id of the backend that sleeps. */
async function whileSleeping(interrupt: (pid: number) => unknown): Promise<void> {
  const watcher = await database.db.connect()
  await expect.poll(async () => (await watcher.query(sleeping)).rowCount).toBe(1)
  const { rows } = await watcher.query<{ pid: number }>(sleeping)
  await interrupt(rows[0]?.pid ?? 0)
  await watcher.end()
}

describe('work with limits', () => {
  it('is stopped by the database when a statement takes too long', async () => {
    const error = await within(new LimitedWork({ ...limits, statementMs: 20 }), () =>
      addGroup('Too slow', (tx) => sql`select pg_sleep(60)`.execute(tx)),
    )
    expect(tookTooLong(error)).toBe(true)
  })

  it('is stopped by the database when it waits too long for a lock', async () => {
    const key = 4711
    const holder = await database.db.connect()
    await holder.query('select pg_advisory_lock($1)', [key])
    const error = await within(new LimitedWork({ ...limits, lockMs: 20 }), () =>
      addGroup('Locked out', (tx) => sql`select pg_advisory_lock(${key})`.execute(tx)),
    )
    await holder.end()
    expect(tookTooLong(error)).toBe(true)
  })

  it('does not wait for a connection for longer', async () => {
    const held = await Promise.all(Array.from({ length: database.db.pool.options.max ?? 0 }, () => database.db.pool.connect()))
    const error = await within(new LimitedWork({ ...limits, connectionMs: 20 }), groupNames)
    for (const client of held) client.release()
    expect(isDatabaseUnavailable(error)).toBe(true)
    expect(await within(new LimitedWork(limits), groupNames)).toBeUndefined()
  })

  it('is rolled back when its time is over, even if the database does nothing', async () => {
    const limited = new LimitedWork(limits)
    const failed = within(limited, () => addGroup('Over', (tx) => sql`select pg_sleep(60)`.execute(tx)))
    await whileSleeping(() => limited.end())
    expect(tookTooLong(await failed)).toBe(true)
    expect(tookTooLong(await within(limited, groupNames))).toBe(true)
  })

  it('has those of the background after its answer', async () => {
    const limited = new LimitedWork({ ...limits, statementMs: 20 })
    limited.answer()
    expect(await within(limited, () => addGroup('Afterwards', (tx) => sql`select pg_sleep(0.05)`.execute(tx)))).toBeUndefined()
  })

  it('keeps nothing of what was stopped', async () => {
    expect((await groupNames()).map(({ group_name }) => group_name)).toEqual(['Afterwards'])
  })
})

it('says that it is unknown whether a change was made if the connection broke during COMMIT', async () => {
  const name = `slow_commit_${randomUUID().replaceAll('-', '')}`
  const owner = await database.db.connect()
  await owner.query(`create function ${name}() returns trigger language plpgsql as 'begin perform pg_sleep(60); return null; end'`)
  await owner.query(`create constraint trigger ${name} after insert on user_group deferrable initially deferred
                       for each row when (new.group_name = 'Slow commit') execute function ${name}()`)
  const failed = addGroup('Slow commit', async () => undefined).catch((error: unknown) => error)
  await whileSleeping((pid) => owner.query('select pg_terminate_backend($1)', [pid]))
  expect(await failed).toBeInstanceOf(OutcomeUnknownError)
  await owner.query(`drop function ${name} cascade`)
  await owner.end()
})

it('says so, too, if it broke during the queries that COMMIT was sent with', async () => {
  const work = () => withTenant(database.db, tenant, (tx) => lastly(tx, () => sql`select pg_sleep(60)`.execute(tx)))
  const owner = await database.db.connect()
  const failed = work().catch((error: unknown) => error)
  await whileSleeping((pid) => owner.query('select pg_terminate_backend($1)', [pid]))
  expect(await failed).toBeInstanceOf(OutcomeUnknownError)
  await expect.poll(async () => (await owner.query(sleeping)).rowCount).toBe(0)
  const limited = new LimitedWork(limits)
  const late = within(limited, work)
  await whileSleeping(() => limited.end())
  expect(await late).toBeInstanceOf(OutcomeUnknownError)
  await owner.end()
})
