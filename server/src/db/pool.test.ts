import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type TestDatabase, createTestDatabase, createTestTenant } from '../testing/database.ts'
import { startDatabaseAddress } from '../testing/database-address.ts'
import { withCopy } from './copy-transaction.ts'
import { openDatabase } from './pool.ts'
import { type TenantContext, lastly, withTenant } from './tenant.ts'
import { OutcomeUnknownError, isDatabaseUnavailable } from './unavailable.ts'

let database: TestDatabase
let tenant: TenantContext

beforeAll(async () => {
  database = await createTestDatabase()
  tenant = await createTestTenant(database.db)
})
afterAll(() => database.close())

/** Ends the backend that runs a statement with this text. */
async function endBackend(text: string): Promise<void> {
  const client = await database.db.connect()
  try {
    await vi.waitFor(async () => {
      const { rowCount } = await client.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and state = 'active' and strpos(query, $1) > 0 and pid <> pg_backend_pid()`,
        [text],
      )
      expect(rowCount).toBe(1)
    }, 10_000)
  } finally {
    await client.end()
  }
}

const sleeping = (name: string) => sql`select pg_sleep(60), ${sql.lit(name)}`

test('a connection that breaks during a statement fails it, and the process and the pool go on', async () => {
  const { db } = database
  const failure = withTenant(db, tenant, (tx) => sleeping('pooled').execute(tx)).catch((error: unknown) => error)
  await endBackend('pooled')
  expect(await failure).toBeInstanceOf(Error)
  expect(await withTenant(db, tenant, (tx) => tx.selectFrom('tag').select('tag_id').execute())).toEqual([])
})

test('a connection is not used again after the database said that it ends', async () => {
  const address = await startDatabaseAddress(database.db.connection)
  const db = openDatabase(address.connection, { maxConnections: 1 })
  const tags = () => withTenant(db, tenant, (tx) => tx.selectFrom('tag').select('tag_id').execute())
  try {
    expect(await tags()).toEqual([])
    address.holdEnds()
    const failure = withTenant(db, tenant, (tx) => lastly(tx, () => sleeping('committed').execute(tx))).catch((error: unknown) => error)
    await endBackend('committed')
    expect(await failure).toBeInstanceOf(OutcomeUnknownError)
    expect(await tags()).toEqual([])
  } finally {
    await db.close()
    await address.close()
  }
})

test('an idle connection that breaks is reported without what it holds', async () => {
  const reported: Error[] = []
  const db = openDatabase(database.db.connection, { applicationName: 'breaks', onError: (error) => reported.push(error) })
  const client = await database.db.connect()
  try {
    await withTenant(db, tenant, (tx) => tx.selectFrom('tag').select('tag_id').execute())
    await client.query(`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'breaks'`)
    await expect.poll(() => reported.length).toBeGreaterThan(0)
    for (const error of reported) expect(error).not.toHaveProperty('client')
  } finally {
    await client.end()
    await db.close()
  }
})

test('COPY runs in a transaction of the tenant, on a connection of its own', async () => {
  const { db } = database
  const { signal } = new AbortController()
  const rows = await withCopy(db, tenant, signal, async ({ tx, copyFrom }) => {
    await sql`create temp table copied (n integer) on commit drop`.execute(tx)
    const stream = copyFrom('copy copied from stdin')
    await new Promise<void>((resolve, reject) => stream.on('finish', resolve).on('error', reject).end('1\n2\n'))
    const copied = await sql<{ n: number; tenant_id: string; role: string }>`
      select n, current_tenant_id() as tenant_id, current_user as role from copied`.execute(tx)
    return copied.rows
  })
  expect(rows).toEqual([1, 2].map((n) => ({ n, tenant_id: tenant.tenantId, role: 'steward_app' })))
})

test('a signal ends a statement and its transaction', async () => {
  const over = new AbortController()
  const failure = withCopy(database.db, tenant, over.signal, ({ tx }) => sleeping('aborted').execute(tx)).catch((error: unknown) => error)
  const client = await database.db.connect()
  const isRunning = async () => {
    const { rowCount } = await client.query(
      `select from pg_stat_activity where strpos(query, 'aborted') > 0 and state = 'active' and pid <> pg_backend_pid()`,
    )
    return rowCount !== 0
  }
  await vi.waitFor(async () => expect(await isRunning()).toBe(true), 10_000)
  over.abort()
  expect(await failure).toBeInstanceOf(Error)
  await vi.waitFor(async () => expect(await isRunning()).toBe(false), 10_000)
  await client.end()
})

test('a signal that comes while the connection is made ends the transaction, too', async () => {
  const over = new AbortController()
  const work = vi.fn(async () => undefined)
  const copied = withCopy(database.db, tenant, over.signal, work)
  const left = new Error('left')
  over.abort(left)
  await expect(copied).rejects.toBe(left)
  expect(work).not.toHaveBeenCalled()
})

test('a database that takes no changes, as a standby during a failover, is unavailable', async () => {
  const { db } = database
  const standby = openDatabase(db.connection, { maxConnections: 1 })
  await standby.pool.query('set default_transaction_read_only = on')
  const change = () => withTenant(standby, tenant, (tx) => tx.deleteFrom('tag').execute())
  const failure: unknown = await change().catch((error: unknown) => error)
  expect(isDatabaseUnavailable(failure)).toBe(true)
  expect(await withTenant(standby, tenant, (tx) => tx.selectFrom('tag').select('tag_id').execute(), { readOnly: true })).toEqual([])
  await standby.close()
})
