import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { catalogOf } from '../testing/catalog.ts'
import { createTestDatabase } from '../testing/database.ts'
import type { TestDatabase } from '../testing/database.ts'
import { makeTemporaryDirectory } from '../testing/temporary.ts'
import { backup } from './backup.ts'
import { earlierMigrations } from './earlier-schema.ts'
import { knownMigrations, migrate, migrationStatus } from './migrator.ts'
import type { Db } from './pool.ts'
import { restore } from './restore.ts'

const databases: TestDatabase[] = []
let earlier: Db

beforeAll(async () => {
  earlier = await emptyDatabase()
  await build(earlier, await earlierFiles())
})
afterAll(async () => {
  for (const database of databases) await database.close()
})

async function emptyDatabase(): Promise<Db> {
  const database = await createTestDatabase({ empty: true })
  databases.push(database)
  return database.db
}

async function freshDatabase(): Promise<Db> {
  const database = await createTestDatabase()
  databases.push(database)
  return database.db
}

/** The 29 files by name. */
async function earlierFiles(): Promise<[name: string, text: string][]> {
  const packed = await readFile(new URL('../testing/earlier-migrations.sql.gz', import.meta.url))
  return gunzipSync(packed)
    .toString('utf8')
    .split(/^-- file: /m)
    .slice(1)
    .map((part) => [part.slice(0, part.indexOf('\n')), part.slice(part.indexOf('\n') + 1)])
}

const MIGRATION_TABLE = `create table schema_migration (number integer constraint schema_migration_pk primary key, name text not null,
  checksum text not null, applied_at timestamptz not null default now())`

const USE = `
  do $$
  declare
    tenant uuid;
    crew uuid;
  begin
    insert into tenant (tenant_name, display_name) values ('acme', 'Acme') returning tenant_id into tenant;
    insert into app_user (tenant_id, username, email, given_name, family_name)
    select tenant, 'user' || n || '@acme.example', 'user' || n || '@acme.example', 'Eleni', 'Papas ' || n from generate_series(1, 20) n;
    insert into user_group (tenant_id, group_name) values (tenant, 'Crew') returning group_id into crew;
    insert into group_member (tenant_id, group_id, user_id) select tenant, crew, user_id from app_user;
    insert into scim_user (tenant_id, user_id, external_id, attributes)
    select tenant, user_id, username, '{"emails": [{"value": "other@acme.example"}]}' from app_user limit 1;
    insert into notification (tenant_id, message_type, expires_at) values (tenant, 'test', now() + interval '1 day');
    insert into system_log (tenant_id, occurred_at, kind, outcome) values (tenant, now() - interval '70 days', 'signIn', 'success');
    insert into temporary_file (tenant_id, kind, file_name, filter, created_by_type, created_by, created_by_name, expires_at)
    values (tenant, 'users', 'users.csv', '{}', 'user', uuidv7(), 'user', now());
    insert into feature_flag (flag_name, percentage, is_enabled) values ('sample', 5, true);
    insert into usage_hour values (tenant, 'P', 'runs', uuidv7(), now() - interval '100 days', 1, 1, 1, 1, now());
  end
  $$`

/** A database that the last version before the baseline created and used. */
async function build(db: Db, files: readonly (readonly [name: string, text: string])[]): Promise<void> {
  const client = await db.connect()
  try {
    await client.query(MIGRATION_TABLE)
    for (const [index, [name, text]] of files.entries()) {
      await client.query(text)
      await client.query('insert into schema_migration (number, name, checksum) values ($1, $2, $3)', [
        index + 1,
        name,
        createHash('sha256').update(text).digest('hex'),
      ])
    }
    await client.query('select create_log_partitions(), maintain_usage_partitions()')
    await client.query(USE)
  } finally {
    await client.end()
  }
}

/** Every row of every table, except tables of running processes and of the schema itself, and columns that migrations fill. */
async function contentOf(db: Db): Promise<Record<string, string[]>> {
  const client = await db.connect()
  try {
    const { rows: tables } = await client.query<{ name: string }>(`
      select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
         and relname not in ('schema_migration', 'user_move') order by 1`)
    const content: Record<string, string[]> = {}
    for (const { name } of tables) {
      const { rows } = await client.query<{ row: string }>(
        `select (to_jsonb(t) - array['images_since', 'entitlement_images_since', 'internal_providers', 'slot'])::text as row from ${name} t order by 1`,
      )
      content[name] = rows.map(({ row }) => row)
    }
    return content
  } finally {
    await client.end()
  }
}

/** A database whose records list these migrations. */
async function claiming(migrations: readonly (readonly [name: string, checksum: string])[]): Promise<Db> {
  const db = await emptyDatabase()
  const client = await db.connect()
  await client.query(MIGRATION_TABLE)
  for (const [index, [name, checksum]] of migrations.entries()) {
    await client.query('insert into schema_migration (number, name, checksum) values ($1, $2, $3)', [index + 1, name, checksum])
  }
  await client.end()
  return db
}

describe('a database with the 29 migrations from before the baseline', () => {
  test('has a backup that can be restored into a new data directory', async () => {
    const file = path.join(makeTemporaryDirectory('steward-earlier-'), 'earlier.tar.gz')
    await backup(earlier, file)
    const target = await emptyDatabase()
    await restore(target, file)
    expect((await contentOf(target))['app_user']).toEqual((await contentOf(earlier))['app_user'])
    expect(await catalogOf(target)).toEqual(await catalogOf(await freshDatabase()))
  })

  test('is upgraded to the baseline with every row unchanged', async () => {
    expect((await migrationStatus(earlier)).applied).toEqual([])
    const { provisioning_brake: renamed, ...before } = await contentOf(earlier)
    expect(renamed).toEqual([])
    const names = (await knownMigrations()).map(({ name }) => name)
    expect(await migrate(earlier)).toEqual(names)
    const added = Object.entries(await contentOf(earlier)).filter(([table]) => !Object.hasOwn(before, table))
    // Migrations derive these from what the tables of before have.
    expect(added.flatMap(([table, rows]) => (table === 'system_log_hour' || table === 'resource_group_package' ? [] : rows))).toEqual([])
    expect(await contentOf(earlier)).toEqual({ ...before, ...Object.fromEntries(added) })
    expect(Object.values(before).filter((rows) => rows.length > 0).length).toBeGreaterThan(12)
    expect(await catalogOf(earlier)).toEqual(await catalogOf(await freshDatabase()))
    expect(await migrate(earlier)).toEqual([])
  })

  test('is refused with instructions if it has only some of them, or others with their names', async () => {
    const sentence = /development version.*its last migration is 0027_scim.sql.*Start the last version that has these 29 migrations/
    await expect(migrate(await claiming(earlierMigrations.slice(0, 27)))).rejects.toThrow(sentence)
    const changed = earlierMigrations.map(([name], index) => [name, index === 7 ? 'another' : 'x'] as const)
    await expect(migrate(await claiming(changed))).rejects.toThrow(/development version/)
  })
})
