import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { withTenant } from '../../db/tenant.ts'
import { type TestDatabase, createTestDatabase, createTestTenant } from '../../testing/database.ts'
import { createDurability } from './durable.ts'

let database: TestDatabase
let pool: pg.Pool

beforeAll(async () => {
  database = await createTestDatabase()
  // The test engine does not wait for the disk; these tests need it to, as in production.
  pool = new pg.Pool({ ...database.db.connection, options: '-c synchronous_commit=on' })
  // The database is dropped while ended connections are still closing.
  pool.on('error', () => undefined)
})
afterAll(async () => {
  await pool.end()
  await database.close()
})

test('a flush makes all earlier commits durable for every waiting caller', async () => {
  const ctx = await createTestTenant(database.db)
  const durability = createDurability({ pool })
  await Promise.all(
    Array.from({ length: 20 }, async (_, index) => {
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
      await durability.flush()
      const flushed = await pool.query<{ is_there: boolean }>('select pg_current_wal_flush_lsn() >= $1::pg_lsn as is_there', [
        rows[0]?.written,
      ])
      expect(flushed.rows).toEqual([{ is_there: true }])
    }),
  )
})

test('a failed flush is reported to its callers, and the next one tries again', async () => {
  const broken = new pg.Pool({ ...database.db.connection, port: 1, host: '127.0.0.1' })
  const durability = createDurability({ pool: broken })
  await expect(Promise.all([durability.flush(), durability.flush()])).rejects.toThrow('ECONNREFUSED')
  await expect(durability.flush()).rejects.toThrow('ECONNREFUSED')
  await broken.end()
})
