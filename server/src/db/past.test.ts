import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { createTestDatabase, createTestTenant } from '../testing/database.ts'
import { pastTables } from './imaged-tables.ts'
import { pastColumnsOf } from './past.ts'
import { asOfMoment, withTenant } from './tenant.ts'

it('has every column of the tables, and can read each table', async () => {
  const database = await createTestDatabase()
  try {
    const ctx = await createTestTenant(database.db)
    await withTenant(
      database.db,
      ctx,
      async (tx) => {
        const past = asOfMoment(tx, new Date().toISOString())
        for (const table of pastTables) {
          const { rows } = await sql<{ names: string[] }>`
            select array(select attname::text from pg_attribute
                          where attrelid = ${table}::regclass and attnum > 0 and not attisdropped order by attname) as names`.execute(tx)
          expect(pastColumnsOf(table).toSorted()).toEqual(rows[0]?.names.toSorted())
          await sql`select ${sql.join(pastColumnsOf(table).map((name) => sql.id(name)))} from ${sql.table(table)}`.execute(past)
        }
      },
      { readOnly: true },
    )
  } finally {
    await database.close()
  }
})

it('refuses statements that it cannot place in the past', async () => {
  const database = await createTestDatabase()
  try {
    const ctx = await createTestTenant(database.db)
    const read = withTenant(
      database.db,
      ctx,
      (tx) => asOfMoment(tx, new Date().toISOString()).selectFrom('role').select('role_id').execute(),
      {
        readOnly: true,
      },
    )
    await expect(read).rejects.toThrow('SelectQueryNode')
  } finally {
    await database.close()
  }
})
