import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

import type pg from 'pg'

import { baselineLength, isEarlier, isEarlierName, rebuild } from './earlier-schema.ts'
import type { Db } from './pool.ts'
import { waitForProcessLock } from './process-lock.ts'

/** One file of `server/migrations`: `0001_foundation.sql` has number 1. It never changes after its release. */
export interface Migration {
  number: number
  name: string
  sql: string
  /** SHA-256 of the file, in hexadecimal. */
  checksum: string
}

export interface MigrationStatus {
  /** Names of migrations the database has, oldest first. */
  applied: string[]
  /** Names of migrations the program knows and the database lacks. */
  pending: string[]
}

/** The database and the program don't fit together; the message says what to do. */
export class MigrationError extends Error {
  override name = 'MigrationError'
}

const DIRECTORY = new URL('../../migrations/', import.meta.url)
const MIGRATION_TABLE = `create table if not exists schema_migration (
  number integer constraint schema_migration_pk primary key, name text not null, checksum text not null,
  applied_at timestamptz not null default now())`

/** The program's own migrations, in order. Throws a MigrationError when a number is missing or used twice. */
export async function knownMigrations(directory: URL = DIRECTORY): Promise<Migration[]> {
  const names = (await readdir(fileURLToPath(directory))).filter((name) => name.endsWith('.sql')).toSorted()
  const migrations = await Promise.all(
    names.map(async (name) => {
      const sql = await readFile(new URL(name, directory), 'utf8')
      return { number: Number.parseInt(name, 10), name, sql, checksum: createHash('sha256').update(sql).digest('hex') }
    }),
  )
  for (const [index, migration] of migrations.entries()) {
    if (migration.number !== index + 1) {
      throw new MigrationError(`Migration ${migration.name} should have the number ${index + 1}: numbers go up by one.`)
    }
  }
  return migrations
}

/**
 * Brings the database up to date, one transaction per migration. Several processes can start at the same time: one does the
 * work, the others wait and say so. A database with the 29 migrations from before the baseline is rebuilt first. Throws a MigrationError
 * if the database is newer than the program, or if a migration was changed after it was applied. Returns the names of the
 * migrations it applied.
 */
export async function migrate(db: Db, options: { migrations?: Migration[]; log?: (message: string) => void } = {}): Promise<string[]> {
  const migrations = options.migrations ?? (await knownMigrations())
  const lock = await waitForProcessLock(db, 'schema', options.log)
  const client = await db.connect()
  try {
    await client.query(MIGRATION_TABLE)
    const rebuilt = isEarlier(await appliedMigrations(client)) ? migrations.slice(0, baselineLength) : []
    if (rebuilt.length > 0) {
      options.log?.('Rebuilding the database with the schema of this version; this can take a few minutes')
      await inTransaction(client, 'Rebuilding the database', () =>
        rebuild(client, async () => {
          await client.query(MIGRATION_TABLE)
          for (const migration of rebuilt) await apply(client, migration)
        }),
      )
      await client.query('analyze')
    }
    const pending = await pendingMigrations(client, migrations)
    for (const migration of pending) {
      await lock.check()
      options.log?.(`Applying migration ${migration.name}`)
      await inTransaction(client, `Migration ${migration.name}`, () => apply(client, migration))
    }
    // A server that was down for months finds no partition for today's log entries.
    for (const name of partitionFunctions) {
      const { rows } = await client.query<{ known: boolean }>('select to_regproc($1) is not null as known', [name])
      if (rows[0]?.known) await client.query(`select ${name}()`)
    }
    return [...rebuilt, ...pending].map((migration) => migration.name)
  } finally {
    await client.end()
    await lock.release()
  }
}

/** Which migrations the database has and lacks. Throws a MigrationError as `migrate` does. */
export async function migrationStatus(db: Db, migrations?: Migration[]): Promise<MigrationStatus> {
  const known = migrations ?? (await knownMigrations())
  const client = await db.connect()
  try {
    const { rows } = await client.query<{ exists: boolean }>(`select to_regclass('schema_migration') is not null as exists`)
    const pending = rows[0]?.exists ? await pendingMigrations(client, known) : known
    const names = pending.map((migration) => migration.name)
    return { applied: known.map((migration) => migration.name).filter((name) => !names.includes(name)), pending: names }
  } finally {
    await client.end()
  }
}

interface AppliedMigration {
  number: number
  name: string
  checksum: string
}

async function appliedMigrations(client: pg.Client): Promise<AppliedMigration[]> {
  const { rows } = await client.query<AppliedMigration>('select number, name, checksum from schema_migration order by number')
  return rows
}

async function pendingMigrations(client: pg.Client, known: Migration[]): Promise<Migration[]> {
  const applied = await appliedMigrations(client)
  if (isEarlier(applied)) return known
  for (const row of applied) {
    const migration = known[row.number - 1]
    if (isEarlierName(row.name) && migration?.name !== row.name) throw olderThanEarlier(applied)
    if (!migration) {
      throw new MigrationError(
        `The database has migration ${row.name}, which this version of Steward does not know. ` +
          'Start the newer version that made it, or restore a backup from before the upgrade.',
      )
    }
    if (migration.checksum !== row.checksum) {
      if (isEarlierName(row.name) && applied.at(-1)?.name !== known[applied.length - 1]?.name) throw olderThanEarlier(applied)
      throw new MigrationError(
        `Migration ${migration.name} differs from the one applied to this database as ${row.name}. ` +
          'Released migrations never change: use the program version that made the database, or an empty data directory.',
      )
    }
  }
  return known.slice(applied.length)
}

function olderThanEarlier(applied: readonly AppliedMigration[]): MigrationError {
  return new MigrationError(
    `The database was made by a development version of Steward (its last migration is ${applied.at(-1)?.name}), and this version ` +
      'can update only databases that have all of 0001_foundation.sql to 0029_domain_proofs.sql as they were committed. ' +
      'Start the last version that has these 29 migrations first, or use an empty data directory.',
  )
}

/** Creates partitions of logs and usage, and drops usage partitions that are too old. */
const partitionFunctions = ['create_log_partitions', 'maintain_usage_partitions'] as const

/** Creates the partitions of the coming months; called once a day, and by `migrate` at every start. Returns how many it created. */
export async function createPartitions(db: Db): Promise<number> {
  const client = await db.connect()
  try {
    let made = 0
    for (const name of partitionFunctions) {
      const { rows } = await client.query<{ made: number }>(`select ${name}() as made`)
      made += rows[0]?.made ?? 0
    }
    return made
  } finally {
    await client.end()
  }
}

async function apply(client: pg.Client, migration: Migration): Promise<void> {
  await client.query(migration.sql)
  await client.query('insert into schema_migration (number, name, checksum) values ($1, $2, $3)', [
    migration.number,
    migration.name,
    migration.checksum,
  ])
}

async function inTransaction(client: pg.Client, what: string, work: () => Promise<void>): Promise<void> {
  try {
    await client.query('begin')
    await work()
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    const reason = error instanceof Error ? error.message : String(error)
    throw new MigrationError(`${what} failed and changed nothing: ${reason}`, { cause: error })
  }
}
