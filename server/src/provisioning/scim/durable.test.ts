import { once } from 'node:events'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { withTenant } from '../../db/tenant.ts'
import { OutcomeUnknownError } from '../../db/unavailable.ts'
import { type TestDatabase, createTestDatabase, createTestTenant } from '../../testing/database.ts'
import { createDurability } from './durable.ts'

let database: TestDatabase
let pool: pg.Pool
/** The test engine does not wait for the disk; these tests need it to, as in production. */
const connect = async () => {
  const client = new pg.Client({ ...database.db.connection, options: '-c synchronous_commit=on' })
  client.on('error', () => undefined)
  await client.connect()
  return client
}

beforeAll(async () => {
  database = await createTestDatabase()
  pool = new pg.Pool(database.db.connection)
  // The database is dropped while ended connections are still closing.
  pool.on('error', () => undefined)
})
afterAll(async () => {
  await pool.end()
  await database.close()
})

test('a flush makes all earlier commits durable for every waiting caller', async () => {
  const ctx = await createTestTenant(database.db)
  const durability = createDurability({ connect })
  await Promise.all(
    Array.from({ length: 20 }, async (_, index) => {
      const flush = await durability.begin()
      await withTenant(database.db, ctx, async (tx) => {
        await durability.relax(tx)
        expect((await sql<{ synchronous_commit: string }>`show synchronous_commit`.execute(tx)).rows).toEqual([
          { synchronous_commit: 'off' },
        ])
        await tx
          .insertInto('user_group')
          .values({ tenant_id: ctx.tenantId, group_name: `Group ${index}` })
          .execute()
      })
      const { rows } = await pool.query<{ written: string }>('select pg_current_wal_insert_lsn() as written')
      await flush()
      const flushed = await pool.query<{ is_there: boolean }>('select pg_current_wal_flush_lsn() >= $1::pg_lsn as is_there', [
        rows[0]?.written,
      ])
      expect(flushed.rows).toEqual([{ is_there: true }])
    }),
  )
  await durability.close()
})

test('a flush fails after the database lost what was not on disk, and the next one is of what came after', async () => {
  const durability = createDurability({ connect })
  const flush = await durability.begin()
  await flush()
  await pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and query like '%pg_logical_emit_message%' and pid <> pg_backend_pid()`,
  )
  for (const answer of [flush(), flush()]) await expect(answer).rejects.toThrow(OutcomeUnknownError)
  const next = await durability.begin()
  await next()
  await expect(flush()).rejects.toThrow(OutcomeUnknownError)
  await durability.close()
})

test('a connection that is closed with it does not break', async () => {
  const client = await connect()
  const broken: Error[] = []
  client.on('error', (error) => broken.push(error))
  const ended = once(client, 'end')
  const durability = createDurability({ connect: async () => client })
  const flush = await durability.begin()
  await flush()
  await durability.close()
  await ended
  expect(broken).toEqual([])
})
