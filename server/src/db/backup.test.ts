import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'

import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { createTestDatabase, createTestTenant } from '../testing/database.ts'
import type { TestDatabase } from '../testing/database.ts'
import { backup } from './backup.ts'
import { dumpSchema } from './dump-schema.ts'
import { migrationStatus } from './migrator.ts'
import { RestoreError, restore } from './restore.ts'
import { asOwner, withTenant } from './tenant.ts'
import type { TenantContext } from './tenant.ts'

let source: TestDatabase
let ctx: TenantContext
let directory: string
let file: string
/** In a month before those that a new database has partitions for. */
const earlier = new Date(Date.now() - 70 * 86_400_000)

beforeAll(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'steward-backup-'))
  file = path.join(directory, 'backup.tar.gz')
  source = await createTestDatabase()
  ctx = await createTestTenant(source.db)
  await withTenant(source.db, ctx, async (tx) => {
    const users = Array.from({ length: 3_000 }, (_, n) => ({
      tenant_id: ctx.tenantId,
      username: `user${n}@example.com`,
      email: `user${n}@example.com`,
      given_name: 'Tab\tand\nline',
      family_name: String.raw`Back\slash ${n}`,
    }))
    await tx.insertInto('app_user').values(users).execute()
    const group = await tx
      .insertInto('user_group')
      .values({ tenant_id: ctx.tenantId, group_name: 'Everyone' })
      .returning('group_id')
      .executeTakeFirstOrThrow()
    await sql`insert into group_member (tenant_id, group_id, user_id) select tenant_id, ${group.group_id}, user_id from app_user`.execute(
      tx,
    )
    await tx
      .insertInto('datastore_entry')
      .values({ tenant_id: ctx.tenantId, level: 'Tenant', level_id: ctx.tenantId, entry_key: 'tenantSettings', value: '{"ü":"€ 😀"}' })
      .execute()
    await tx
      .insertInto('system_log')
      .values({
        tenant_id: ctx.tenantId,
        kind: 'sign-in',
        outcome: 'success',
        occurred_at: earlier,
        details: '{"a":1}',
      })
      .execute()
    await tx
      .insertInto('notification')
      .values({ tenant_id: ctx.tenantId, message_type: 'GroupCreated', expires_at: new Date(Date.now() + 86_400_000), properties: '{}' })
      .execute()
  })
})
afterAll(async () => {
  await source.close()
  await rm(directory, { recursive: true, force: true })
})

/** Every row of every table, as text in a stable order, without transaction ids, which differ between engines. */
async function contents(database: TestDatabase): Promise<Record<string, string>> {
  return asOwner(database.db, 'maintenance', async (tx) => {
    const { rows: tables } = await sql<{ name: string }>`
      select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
         and relname not in ('schema_migration', 'user_move') order by 1`.execute(tx)
    const all: Record<string, string> = {}
    for (const { name } of tables) {
      const { rows } = await sql<{ digest: string }>`
        select count(*) || ' ' || coalesce(md5(string_agg(line, chr(10) order by line)), '') as digest
          from (select (to_jsonb(t) - 'transaction')::text as line from ${sql.table(name)} t) lines`.execute(tx)
      all[name] = rows[0]?.digest ?? ''
    }
    return all
  })
}

test('restores everything, into a database with or without the schema', async () => {
  const report = await backup(source.db, file)
  expect(report.rows).toBeGreaterThan(20_000)
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  for (const empty of [false, true]) {
    const target = await createTestDatabase({ empty })
    try {
      expect(await restore(target.db, file)).toMatchObject({ rows: report.rows, tables: report.tables })
      expect(await contents(target)).toEqual(await contents(source))
      expect(await dumpSchema(target.db)).toBe(await dumpSchema(source.db))
      expect((await migrationStatus(target.db)).pending).toEqual([])
      const ahead = await asOwner(target.db, 'maintenance', (tx) =>
        sql`select from notification where transaction >= pg_snapshot_xmax(pg_current_snapshot())`.execute(tx),
      )
      expect(ahead.rows).toEqual([])
      const place = await asOwner(target.db, 'maintenance', (tx) =>
        sql<{ place: string }>`select tableoid::regclass::text as place from system_log`.execute(tx),
      )
      expect(place.rows).toEqual([{ place: `system_log_${earlier.toISOString().slice(0, 7).replace('-', '_')}` }])
    } finally {
      await target.close()
    }
  }
})

test('changes nothing if the file is damaged, truncated or not a backup', async () => {
  const whole = gunzipSync(await readFile(file))
  const place = whole.indexOf('user7@example.com')
  const damaged = Buffer.from(whole)
  damaged.write('x', place)
  const broken: [reason: string, bytes: Buffer][] = [
    ['is damaged', gzipSync(damaged)],
    ['is not a whole backup', gzipSync(whole.subarray(0, whole.length / 2))],
    ['is not a whole backup', (await readFile(file)).subarray(0, 5_000)],
    ['is not a whole backup', Buffer.from('something else')],
    ['is not a backup of Steward', gzipSync(whole.subarray(512 + Math.ceil(whole.indexOf('\0', 512) / 512 - 1) * 512))],
  ]
  const target = await createTestDatabase()
  try {
    const before = await contents(target)
    for (const [reason, bytes] of broken) {
      const name = path.join(directory, 'broken.tar.gz')
      await writeFile(name, bytes)
      await expect(restore(target.db, name)).rejects.toThrow(reason)
    }
    expect(await contents(target)).toEqual(before)
  } finally {
    await target.close()
  }
})

test('does not overwrite a database in use', async () => {
  await expect(restore(source.db, file)).rejects.toThrow(RestoreError)
})
