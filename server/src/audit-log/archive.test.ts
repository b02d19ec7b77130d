import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { zstdDecompressSync } from 'node:zlib'
import { downloadAuditArchive, listArchivedChanges, listAuditArchives, listAuditLog } from '@steward/contract/audit-log/endpoints'
import type { AuditEntry } from '@steward/contract/audit-log/schemas'
import type { CallInput } from '@steward/contract/http'
import type { LogArchive } from '@steward/contract/log-fields'
import { listSystemLog } from '@steward/contract/system-log/endpoints'
import { asOwner } from '../db/tenant.ts'
import { type TestApp, type TestTenant, startTestApp } from '../testing/app.ts'
import { type TestStorage, startStorage } from '../testing/s3.ts'

const retention = { STEWARD_AUDIT_LOG_DAYS: '31', STEWARD_AUDIT_LOG_MIN_DAYS: '31' }

let storage: TestStorage
let app: TestApp
let tenant: TestTenant
let other: TestTenant
let token: string
let otherToken: string

beforeAll(async () => {
  storage = await startStorage()
  app = await startTestApp({ environment: { ...storage.environment, ...retention } })
  ;[tenant, other] = [await app.buildTenant(), await app.buildTenant()]
  ;[token, otherToken] = [await app.signIn(tenant, tenant.administrator), await app.signIn(other, other.administrator)]
})
afterAll(async () => {
  await app.close()
  await storage.close()
})

const now = new Date()
/** So many months ago. */
const monthAgo = (back: number) => new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back, 15, 12)).toISOString().slice(0, 7)

/** Entries on the days of a month from the first on, one a day. */
const write = (month: string, names: readonly string[], of = tenant, more: object = {}, by = app) =>
  asOwner(
    by.db,
    'operator',
    (tx) =>
      tx
        .insertInto('audit_entry')
        .values(
          names.map((name, day) => ({
            tenant_id: of.tenantId,
            occurred_at: new Date(`${month}-${String(day + 1).padStart(2, '0')}T08:00:00Z`),
            type: 'Update',
            category: 'User',
            entity_id: of.administrator.userId,
            entity_name: name,
            field_name: 'givenName',
            previous_value: 'Zoë "quoted" \\ back\nline',
            current_value: null,
            actor_type: 'user' as const,
            actor_id: 'somebody',
            actor_name: 'somebody@company.example',
            request_id: `request of ${name}`,
            ...more,
          })),
        )
        .execute(),
    { tenantId: of.tenantId },
  )

const drop = (of = app) => of.app.background.runScheduled('drop_log_partitions')

async function ask<T extends object>(statement: string, of = app): Promise<T[]> {
  const client = await of.db.connect()
  try {
    return (await client.query<T>(statement)).rows
  } finally {
    await client.end()
  }
}

/** How many entries of a month are in the database. */
const kept = async (month: string, of = app) =>
  (
    await ask<{ n: number }>(
      `select count(*) as n from audit_entry where to_char(occurred_at at time zone 'UTC', 'YYYY-MM') = '${month}'`,
      of,
    )
  )[0]?.n

async function archives(by = token, of = app): Promise<LogArchive[]> {
  const { status, body } = await of.call(listAuditArchives, {}, { token: by })
  expect(status, JSON.stringify(body)).toBe(200)
  return body.items
}

async function archiveOf(month: string, by = token, of = app): Promise<LogArchive> {
  const found = (await archives(by, of)).find((archive) => archive.month === month)
  if (!found) throw new Error(`${month} is not archived`)
  return found
}

type Query = NonNullable<CallInput<typeof listArchivedChanges>['query']>
const read = (archiveId: string, query: Query = {}, by = token, of = app) =>
  of.call(listArchivedChanges, { params: { archiveId }, query }, { token: by })
const namesIn = (body: { items: AuditEntry[] }) => body.items.map((item) => item.entityName)
const keyOf = ({ tenantId }: TestTenant, month: string, part = '') => `steward/audit-log/${tenantId}/${month}${part}.jsonl.zst`

describe('a month that no tenant keeps', () => {
  const month = monthAgo(4)

  test('is the same in the archive as it was in the log', async () => {
    await write(month, ['first', 'second', 'third'])
    await write(month, ['theirs'], other)
    const columns = `to_char(occurred_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as "occurredAt", type, category,
      entity_id as "entityId", entity_name as "entityName", subject_id as "subjectId", field_name as "fieldName",
      previous_value as "previousValue", current_value as "currentValue", actor_type as "actorType", actor_id as "actorId",
      actor_name as "actorName", request_id as "requestId"`
    const before = await ask<object>(
      `select ${columns} from audit_entry where tenant_id = '${tenant.tenantId}' and occurred_at < '${month}-28' order by occurred_at desc`,
    )
    expect(before).toHaveLength(3)

    await drop()
    expect(await kept(month)).toBe(0)
    const archive = await archiveOf(month)
    expect(archive).toMatchObject({ month, part: 1, rowCount: 3 })
    const { status, body } = await read(archive.archiveId)
    expect(status, JSON.stringify(body)).toBe(200)
    expect(body).toMatchObject({ hasNewer: false, hasOlder: false, examinedTo: null, from: null, until: null })
    expect(body.items).toMatchObject(before)
    expect(body.items[0].entity).toEqual({ isGone: false, productCode: null })

    const stored = await storage.read(keyOf(tenant, month))
    expect(stored.length).toBe(archive.sizeBytes)
    const lines = zstdDecompressSync(stored).toString()
    const download = await app.call(downloadAuditArchive, { params: { archiveId: archive.archiveId } }, { token })
    expect(download.headers['content-disposition']).toBe(`attachment; filename="audit-log-${month}.jsonl"`)
    expect(download.body).toBe(lines)
    const parsed = lines
      .trimEnd()
      .split('\n')
      .map((line): unknown => JSON.parse(line))
    expect(parsed).toMatchObject(before)
    const { body: log } = await app.call(listSystemLog, { query: { kind: ['export'] } }, { token })
    expect(log.items[0]).toMatchObject({ username: tenant.administrator.username, details: { what: 'audit-log' } })
  })

  test('is only that of its tenant', async () => {
    const mine = await archiveOf(month)
    const theirs = await archiveOf(month, otherToken)
    expect(theirs.rowCount).toBe(1)
    expect(namesIn((await read(theirs.archiveId, {}, otherToken)).body)).toEqual(['theirs'])
    expect((await read(mine.archiveId, {}, otherToken)).status).toBe(404)
    expect((await app.call(downloadAuditArchive, { params: { archiveId: mine.archiveId } }, { token: otherToken })).status).toBe(404)
    expect((await archives(otherToken)).some(({ archiveId }) => archiveId === mine.archiveId)).toBe(false)
  })

  test('is refused without a token, and without the permission', async () => {
    const { archiveId } = await archiveOf(month)
    const someone = await app.signIn(tenant, await app.buildUser(tenant, { actions: ['Admin.ViewUsers'] }))
    for (const [by, status] of [
      [undefined, 401],
      [someone, 403],
    ] as const) {
      expect((await app.call(listAuditArchives, {}, { token: by })).status).toBe(status)
      expect((await app.call(listArchivedChanges, { params: { archiveId }, query: {} }, { token: by })).status).toBe(status)
      expect((await app.call(downloadAuditArchive, { params: { archiveId } }, { token: by })).status).toBe(status)
    }
  })

  test('refuses unknown archives, positions and filters', async () => {
    const { archiveId } = await archiveOf(month)
    expect((await read('2026-03')).body.code).toBe('invalid_request')
    expect((await read(tenant.tenantId)).status).toBe(404)
    for (const query of [{ before: 'nowhere' }, { before: 'a', after: 'b' }, { limit: 0 }, { type: ['Moved'] }, { days: 7 }]) {
      expect((await read(archiveId, query as Query)).body.code, JSON.stringify(query)).toBe('invalid_request')
    }
  })

  test('is filtered as the log is, and read in pages both ways', async () => {
    const { archiveId } = await archiveOf(month)
    const found = async (query: Query) => namesIn((await read(archiveId, query)).body)
    expect(await found({ search: 'SECOND' })).toEqual(['second'])
    expect(await found({ search: 'request of third' })).toEqual(['third'])
    expect(await found({ search: 'zoë' })).toHaveLength(3)
    expect(await found({ actor: ['somebody'], category: ['User'], type: ['Update'], field: ['givenName'] })).toHaveLength(3)
    expect(await found({ entity: [tenant.administrator.userId] })).toHaveLength(3)
    for (const query of [
      { actor: ['other'] },
      { category: ['Group'] },
      { type: ['Create' as const] },
      { field: ['x'] },
      { entity: ['x'] },
    ]) {
      expect(await found(query), JSON.stringify(query)).toEqual([])
    }

    const newest = (await read(archiveId, { limit: 2 })).body
    expect([namesIn(newest), newest.hasOlder, newest.hasNewer]).toEqual([['third', 'second'], true, false])
    const older = (await read(archiveId, { limit: 2, before: newest.oldest })).body
    expect([namesIn(older), older.hasOlder, older.hasNewer]).toEqual([['first'], false, true])
    const newer = (await read(archiveId, { limit: 1, after: older.newest })).body
    expect([namesIn(newer), newer.hasOlder, newer.hasNewer]).toEqual([['second'], true, true])
  })

  test('gets another object for entries that arrive later', async () => {
    await write(month, ['late'])
    await drop()
    expect(await kept(month)).toBe(0)
    const parts = (await archives()).filter((archive) => archive.month === month)
    expect(parts.map(({ part, rowCount }) => [part, rowCount])).toEqual([
      [2, 1],
      [1, 3],
    ])
    expect(namesIn((await read(parts[0]?.archiveId ?? '')).body)).toEqual(['late'])
    expect((await storage.read(keyOf(tenant, month, '-2'))).length).toBe(parts[0]?.sizeBytes)
  })
})

test('a month that cannot be uploaded stays in the database, and goes later', async () => {
  const month = monthAgo(5)
  await write(month, ['waits'])
  await storage.stop()
  await expect(drop()).rejects.toThrow('Months of logs could not be dropped')
  expect(await kept(month)).toBe(1)
  expect((await archives()).some((archive) => archive.month === month)).toBe(false)
  // Entries of other months are written while it waits, and entries of this one are found when it is tried again.
  await write(month, ['waits, too', 'and so does this'])
  await storage.start()
  await drop()
  expect(await kept(month)).toBe(0)
  expect((await archiveOf(month)).rowCount).toBe(3)
})

test('a month whose upload another tenant failed is not written twice, unless it grew', async () => {
  const month = monthAgo(6)
  await write(month, ['one'])
  await drop()
  const { archiveId } = await archiveOf(month)
  // As a run leaves it that ended between this tenant and the next one.
  await ask(`update log_archive set is_dropped = false where month = '${month}-01'`)
  await write(month, ['one'])
  const before = await storage.read(keyOf(tenant, month))
  await storage.replace(keyOf(tenant, month), Buffer.from('not written again'))
  await drop()
  expect(String(await storage.read(keyOf(tenant, month)))).toBe('not written again')
  await storage.replace(keyOf(tenant, month), before)
  expect((await read(archiveId)).body.items).toHaveLength(1)
  await ask(`update log_archive set is_dropped = false where month = '${month}-01'`)
  await write(month, ['one', 'two'])
  await drop()
  expect(namesIn((await read(archiveId)).body)).toEqual(['two', 'one'])
})

test('a damaged or missing object is a problem, and never half an answer', async () => {
  const month = monthAgo(7)
  await write(month, ['damaged'])
  await drop()
  const { archiveId } = await archiveOf(month)
  const whole = await storage.read(keyOf(tenant, month))
  const codes = async () => [
    (await read(archiveId)).body.code,
    (await app.call(downloadAuditArchive, { params: { archiveId } }, { token })).body.code,
  ]
  const damaged = Buffer.from(whole)
  damaged[20] = (damaged[20] ?? 0) ^ 1
  for (const content of [damaged, whole.subarray(0, -1), Buffer.from('something else')]) {
    await storage.replace(keyOf(tenant, month), content)
    expect(await codes()).toEqual(['archive_damaged', 'archive_damaged'])
  }
  await storage.remove(keyOf(tenant, month))
  expect(await codes()).toEqual(['archive_damaged', 'archive_damaged'])
  await storage.stop()
  expect(await codes()).toEqual(['archive_unavailable', 'archive_unavailable'])
  await storage.start()
})

test('months are deleted when they were kept long enough, and old ones are not archived at all', async () => {
  const keeping = await startTestApp({ environment: { ...storage.environment, ...retention, STEWARD_ARCHIVE_DAYS: '150' } })
  try {
    const one = await keeping.buildTenant()
    const by = await keeping.signIn(one, one.administrator)
    const [recent, old] = [monthAgo(3), monthAgo(9)]
    await write(recent, ['recent'], one, {}, keeping)
    await write(old, ['old'], one, {}, keeping)
    await drop(keeping)
    expect([await kept(recent, keeping), await kept(old, keeping)]).toEqual([0, 0])
    expect((await archives(by, keeping)).map(({ month }) => month)).toEqual([recent])
    await keeping.app.background.runScheduled('expire_log_archive')
    expect(await archives(by, keeping)).toHaveLength(1)
    await ask(`update log_archive set month = '${old}-01'`, keeping)
    await keeping.app.background.runScheduled('expire_log_archive')
    expect(await archives(by, keeping)).toEqual([])
    await expect(storage.read(keyOf(one, recent))).rejects.toThrow('ENOENT')
  } finally {
    await keeping.close()
  }
})

test('without storage months are dropped as before, and archives of before are listed', async () => {
  const without = await startTestApp({ environment: retention })
  try {
    const one = await without.buildTenant()
    const by = await without.signIn(one, one.administrator)
    const month = monthAgo(3)
    await write(month, ['gone'], one, {}, without)
    await drop(without)
    expect(await kept(month, without)).toBe(0)
    expect(await archives(by, without)).toEqual([])
    await ask(
      `insert into log_archive (tenant_id, log, month, part, object_key, row_count, byte_count, digest, blocks)
       values ('${one.tenantId}', 'audit_entry', '${month}-01', 1, 'x', 1, 1, '${'0'.repeat(64)}', '[]')`,
      without,
    )
    const { archiveId } = await archiveOf(month, by, without)
    expect((await read(archiveId, {}, by, without)).body.code).toBe('archive_unavailable')
    expect((await without.call(listAuditLog, { query: {} }, { token: by })).status).toBe(200)
  } finally {
    await without.close()
  }
})
