import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'

import { afterEach, beforeEach, describe, expect, test } from 'vitest'

import { createTestDatabase } from '../testing/database.ts'
import type { TestDatabase } from '../testing/database.ts'
import { MigrationError, knownMigrations, migrate, migrationStatus } from './migrator.ts'
import type { Migration } from './migrator.ts'

let database: TestDatabase
beforeEach(async () => {
  database = await createTestDatabase({ empty: true })
})
afterEach(() => database.close())

function migration(number: number, sql: string): Migration {
  return { number, name: `${String(number).padStart(4, '0')}_test.sql`, sql, checksum: sql }
}

const first = migration(1, 'create table one (id integer)')
const second = migration(2, 'create table two (id integer)')

async function tables(): Promise<string[]> {
  const client = await database.db.connect()
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' order by 1`,
  )
  await client.end()
  return rows.map((row) => row.name)
}

describe('migrate', () => {
  test('applies each migration once, whichever process comes first', async () => {
    const names = (await knownMigrations()).map((known) => known.name)
    const program = path.join(import.meta.dirname, '../testing/migrate-once.ts')
    const runs = await Promise.all(
      [1, 2, 3].map(() => promisify(execFile)(process.execPath, [program, JSON.stringify(database.db.connection)])),
    )
    const applied = runs.map((run) => JSON.parse(run.stdout) as string[])
    expect(applied.flat()).toEqual(names)
    expect(applied.filter((list) => list.length > 0)).toHaveLength(1)
  })

  test('applies new migrations, and returns their names', async () => {
    expect(await migrate(database.db, { migrations: [first] })).toEqual([first.name])
    expect(await migrationStatus(database.db, [first, second])).toEqual({ applied: [first.name], pending: [second.name] })
    expect(await migrate(database.db, { migrations: [first, second] })).toEqual([second.name])
    expect(await migrate(database.db, { migrations: [first, second] })).toEqual([])
    expect(await tables()).toEqual(['one', 'schema_migration', 'two'])
  })

  test('says that it waits for another process, whose lock ends with its transaction', async () => {
    const other = await database.db.connect()
    const said: string[] = []
    await other.query('begin')
    await other.query('select pg_advisory_xact_lock(7483651209112001)')
    const migrated = migrate(database.db, { migrations: [first], log: (message) => said.push(message) })
    await expect.poll(() => said).toEqual(['Waiting for another process that updates the database (0 s)'])
    await other.query('rollback')
    expect(await migrated).toEqual([first.name])
    const { rowCount } = await other.query(
      `select from pg_locks where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())`,
    )
    await other.end()
    expect(rowCount).toBe(0)
  })

  test('refuses a database newer than the program', async () => {
    await migrate(database.db, { migrations: [first, second] })
    await expect(migrate(database.db, { migrations: [first] })).rejects.toThrow(MigrationError)
    await expect(migrationStatus(database.db, [first])).rejects.toThrow(/0002_test.sql, which this version of Steward does not know/)
  })

  test('refuses a migration that was changed after it was applied', async () => {
    await migrate(database.db, { migrations: [first] })
    const changed = { ...first, checksum: 'another' }
    await expect(migrate(database.db, { migrations: [changed, second] })).rejects.toThrow(/Released migrations never change/)
    expect(await tables()).toEqual(['one', 'schema_migration'])
  })

  test('leaves no trace of a failed migration', async () => {
    const broken = migration(2, 'create table half (id integer); select 1 / 0')
    await expect(migrate(database.db, { migrations: [first, broken] })).rejects.toThrow(
      /0002_test.sql failed and changed nothing: division by zero/,
    )
    expect(await tables()).toEqual(['one', 'schema_migration'])
    expect(await migrate(database.db, { migrations: [first, second] })).toEqual([second.name])
  })
})
