import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createApiKey } from '@steward/contract/api-keys/endpoints'
import { listNotifications } from '@steward/contract/notifications/endpoints'
import {
  cancelTemporaryFile,
  countExport,
  createExport,
  deleteTemporaryFile,
  downloadTemporaryFile,
  getTemporaryFile,
  listTemporaryFiles,
  openTemporaryFile,
} from '@steward/contract/exports/endpoints'
import type { CsvSource } from '../db/csv-copy.ts'
import { asOwner } from '../db/tenant.ts'
import { type TestApp, type TestTenant, type TestUser, startTestApp } from '../testing/app.ts'
import { createExportRunner } from './runner.ts'
import { createFileService } from './service.ts'

let app: TestApp
let tenant: TestTenant
let token: string
let viewer: TestUser
let clock = new Date()
const dayMs = 86_400_000

beforeAll(async () => {
  app = await startTestApp({ now: () => clock, environment: { STEWARD_TEMPORARY_DATA_MIB: '1' } })
  tenant = await app.buildTenant()
  token = await app.signIn(tenant, tenant.administrator)
  viewer = await app.buildUser(tenant, { actions: ['ViewUsers'] })
})
afterAll(() => app.close())

const by = (bearer: string) => ({ token: bearer })
const params = (fileId: string) => ({ params: { fileId } })
const start = async (bearer = token, search = '') =>
  (await app.call(createExport, { body: { kind: 'users', filter: search === '' ? {} : { search } } }, by(bearer))).body
const read = async (fileId: string, bearer = token) => (await app.call(getTemporaryFile, params(fileId), by(bearer))).body
const runAll = () => app.app.background.runDue()
const chunksOf = (fileId: string) =>
  asOwner(app.db, 'operator', (tx) =>
    tx.selectFrom('temporary_file_chunk').select('chunk_number').where('temporary_file_id', '=', fileId).execute(),
  )

async function exported(bearer = token, search = ''): Promise<string> {
  const { fileId } = await start(bearer, search)
  await runAll()
  return fileId
}

test('an export is queued, runs in the background, and is announced and downloaded', async () => {
  const person = await app.buildUser(tenant, { email: 'zora@files.example', givenName: '=cmd', familyName: 'Ö; "x"' })
  const answer = await app.call(createExport, { body: { kind: 'users', filter: { search: 'zora' } } }, by(token))
  expect(answer.status).toBe(202)
  expect(answer.body).toMatchObject({ status: 'queued', kind: 'users', rowCount: 0, totalRows: null, isOwn: true, failure: null })
  const { fileId, fileName } = answer.body
  expect(fileName).toBe(`users-${clock.toISOString().slice(0, 10)}-${clock.toISOString().slice(11, 19).replaceAll(':', '')}.csv`)

  const early = await app.call(downloadTemporaryFile, params(fileId), by(token))
  expect([early.status, early.body.code]).toEqual([409, 'file_not_ready'])
  await runAll()

  const file = await read(fileId)
  expect(file).toMatchObject({ status: 'ready', rowCount: 1, totalRows: 1 })
  expect(Date.parse(file.expiresAt)).toBe(clock.getTime() + 7 * dayMs)
  const content = await app.call(downloadTemporaryFile, params(fileId), by(token))
  expect(content.headers).toMatchObject({
    'content-type': expect.stringMatching(/^text\/csv/),
    'content-disposition': `attachment; filename="${fileName}"`,
    'content-length': String(file.sizeBytes),
    'cache-control': 'no-store',
  })
  const [header, line, ...rest] = String(content.body).split('\n')
  expect(header).toBe('\uFEFFemail,givenName,familyName,groups,username,status,isDisabled,createdTime,lastSignInTime,secondFactor')
  expect(line).toContain(`${person.username},'=cmd,"Ö; ""x""",,${person.username},CONFIRMED,false,`)
  expect(rest).toEqual([''])

  const { body } = await app.call(listNotifications, { query: {} }, by(token))
  expect(body.items[0]).toMatchObject({ messageType: 'ExportReady', status: 'UNACKNOWLEDGED', properties: { FileId: fileId } })
  expect(body.items[0].properties.displayMessage).toContain(`${fileName} is ready: 1 row.`)
  const events = await asOwner(app.db, 'operator', (tx) =>
    tx.selectFrom('system_log').select('details').where('kind', '=', 'export').where('tenant_id', '=', tenant.tenantId).execute(),
  )
  expect(events).toMatchObject([{ details: { what: 'users', fileId } }, { details: { what: 'users', fileId, downloaded: fileName } }])
})

test('tenants take turns', async () => {
  const other = await app.buildTenant()
  const first = await start()
  const second = await start()
  const ofOther = await start(await app.signIn(other, other.administrator))
  const queued = [ofOther, first, second].map(({ fileId }) => fileId)
  await runAll()
  const rows = await asOwner(app.db, 'operator', (tx) =>
    tx.selectFrom('temporary_file').select('temporary_file_id').where('temporary_file_id', 'in', queued).orderBy('heartbeat_at').execute(),
  )
  expect(rows.map((row) => row.temporary_file_id)).toEqual(queued)
})

test('groups and roles are exported with the filters of their lists', async () => {
  await app.buildGroup(tenant, { groupName: 'Files desk' })
  await app.buildRole(tenant, { roleName: 'Files role', actions: ['ViewUsers'] })
  const contents = []
  for (const body of [
    { kind: 'groups' as const, filter: { search: 'files', groupStatus: ['Enabled' as const] } },
    { kind: 'roles' as const, filter: { actionName: ['ViewUsers'], search: 'files' } },
  ]) {
    const { fileId } = (await app.call(createExport, { body }, by(token))).body
    await runAll()
    contents.push(String((await app.call(downloadTemporaryFile, params(fileId), by(token))).body).split('\n')[1])
  }
  expect(contents[0]).toMatch(/^Files desk,Enabled,0,0,,2/)
  expect(contents[1]).toMatch(/^Files role,,ViewUsers,0,0,2/)
})

test('a browser download needs the cookie of that file, which is valid for a minute', async () => {
  const fileId = await exported()
  const other = await exported()
  const opened = await app.call(openTemporaryFile, params(fileId), by(token))
  expect(opened.body.path).toBe(`/temporary-data/files/${fileId}/saved`)
  const [cookie] = opened.cookies
  expect(cookie).toMatchObject({ name: 'steward_download', path: opened.body.path, httpOnly: true, sameSite: 'Strict', maxAge: 60 })
  const save = (path: string, value = cookie?.value ?? '') =>
    app.app.http.inject({ url: path, cookies: value ? { steward_download: value } : {} })
  const saved = await save(opened.body.path)
  expect(saved.statusCode).toBe(200)
  expect(saved.body).toContain(tenant.administrator.username)
  expect((await save(opened.body.path, 'forged')).statusCode).toBe(401)
  expect((await app.app.http.inject({ url: opened.body.path })).statusCode).toBe(401)
  expect((await app.app.http.inject({ url: opened.body.path, headers: { authorization: `Bearer ${token}` } })).statusCode).toBe(401)
  expect((await save(opened.body.path.replace(fileId, other))).statusCode).toBe(401)
  clock = new Date(clock.getTime() + 61_000)
  expect((await save(opened.body.path)).statusCode).toBe(401)
})

test('only the owner of a file and administrators see it, and downloads need permission for the data', async () => {
  const own = await app.signIn(tenant, viewer)
  const colleague = await app.signIn(tenant, await app.buildUser(tenant, { actions: ['ViewUsers'] }))
  const fileId = await exported(own)
  expect(await read(fileId, own)).toMatchObject({ status: 'ready', isOwn: true })
  expect(await read(fileId)).toMatchObject({ isOwn: false, createdBy: viewer.username })
  for (const declared of [getTemporaryFile, downloadTemporaryFile, openTemporaryFile, cancelTemporaryFile, deleteTemporaryFile]) {
    expect((await app.call(declared, params(fileId), by(colleague))).status, declared.id).toBe(404)
  }
  const listed = async (bearer: string) => (await app.call(listTemporaryFiles, { query: { search: 'USERS-' } }, by(bearer))).body
  expect(await listed(own)).toMatchObject({ totalCount: 1, items: [{ fileId }] })
  expect((await listed(token)).totalCount).toBeGreaterThan(1)
  expect((await listed(colleague)).totalCount).toBe(0)

  const roles = await app.call(createExport, { body: { kind: 'roles' } }, by(own))
  expect([roles.status, roles.body.parameters]).toEqual([403, { permission: 'Admin.ViewRoles' }])
  await asOwner(app.db, 'operator', (tx) => tx.deleteFrom('group_member').where('user_id', '=', viewer.userId).execute(), {
    tenantId: tenant.tenantId,
  })
  expect((await app.call(downloadTemporaryFile, params(fileId), by(own))).status).toBe(403)
  expect((await app.call(openTemporaryFile, params(fileId), by(own))).status).toBe(403)
})

test('an export fails with a reason if its owner lost the permission before it ran', async () => {
  const user = await app.buildUser(tenant, { actions: ['ViewUsers'] })
  const own = await app.signIn(tenant, user)
  const { fileId } = await start(own)
  await asOwner(app.db, 'operator', (tx) => tx.deleteFrom('group_member').where('user_id', '=', user.userId).execute(), {
    tenantId: tenant.tenantId,
  })
  await runAll()
  expect(await read(fileId, own)).toMatchObject({ status: 'failed', failure: 'forbidden' })
  const { body } = await app.call(listNotifications, { query: {} }, by(own))
  expect(body.items[0]).toMatchObject({ messageType: 'ExportFailed', kind: 'error', properties: { FileId: fileId } })
})

test("an API key can export and download, but can't open a file in a browser", async () => {
  const { roleId } = await app.buildRole(tenant, { actions: ['ViewUsers'] })
  const { groupId } = await app.buildGroup(tenant, { roleIds: [roleId] })
  const key = await app.call(createApiKey, { body: { apiKeyName: 'Nightly', groups: [groupId] } }, by(token))
  const fileId = await exported(key.body.apiKey)
  expect(await read(fileId, key.body.apiKey)).toMatchObject({ status: 'ready', createdBy: 'Nightly', isOwn: true })
  expect((await app.call(downloadTemporaryFile, params(fileId), by(key.body.apiKey))).status).toBe(200)
  expect((await app.call(openTemporaryFile, params(fileId), by(key.body.apiKey))).body.code).toBe('person_needed')
})

test('the rows of an export are counted with its filter, as far as the caller can see them and counting is quick', async () => {
  const other = await app.buildTenant()
  const own = await app.signIn(other, other.administrator)
  for (const name of ['counted-1', 'counted-2']) await app.buildUser(other, { email: `${name}@count.example` })
  const rows = async (body: object, bearer = own) => (await app.call(countExport, { body: body as never }, by(bearer))).body
  expect(await rows({ kind: 'users' })).toEqual({ rows: 3 })
  expect(await rows({ kind: 'users', filter: { search: 'counted' } })).toEqual({ rows: 2 })
  expect(await rows({ kind: 'users', filter: { search: 'counted' } }, token)).toEqual({ rows: 0 })
  expect(await rows({ kind: 'audit-log-lines', filter: {} })).toEqual({ rows: expect.any(Number) })
  expect(await rows({ kind: 'users', filter: { colour: 'red' } })).toMatchObject({ code: 'invalid_request' })
  const permitted = await app.signIn(other, await app.buildUser(other, { actions: ['ViewUsers'] }))
  const refused = await app.call(countExport, { body: { kind: 'roles' } }, by(permitted))
  expect([refused.status, refused.body.parameters]).toEqual([403, { permission: 'Admin.ViewRoles' }])
  expect((await app.call(countExport, { body: { kind: 'users' } })).status).toBe(401)

  const slow: CsvSource = {
    rows: sql`select 1 as a`.compile(app.db.kysely),
    count: sql<{ n: number }>`select 1 as n from pg_sleep(60)`.compile(app.db.kysely),
  }
  const files = createFileService({
    db: app.db,
    log: pino({ level: 'silent' }),
    isGranted: async () => true,
    sourceOf: () => slow,
    publish: async () => undefined,
    settings: { publicUrl: '', bytesPerTenant: 1e9, longestCountMs: 50, now: () => clock },
  })
  const principal = { type: 'user' as const, id: other.administrator.userId, tenantId: other.tenantId, name: 'A' }
  const caller = { tenantId: other.tenantId, requestId: '', actor: { type: 'user' as const, id: principal.id, name: 'A' } }
  expect(await files.count(caller as never, principal, { kind: 'users', filter: {} as never })).toEqual({ rows: null })
})

test.each([
  ['an unknown kind', { kind: 'passwords', filter: {} }],
  ['an unknown filter', { kind: 'users', filter: { colour: 'red' } }],
  ['a filter of another list', { kind: 'users', filter: { groupStatus: ['Enabled'] } }],
  ['no body', undefined],
])('%s is refused', async (_, body) => {
  expect((await app.call(createExport, { body: body as never }, by(token))).status).toBe(400)
})

test("a queued export can be canceled, a finished one can't, and a deleted one is gone", async () => {
  const { fileId } = await start()
  const cancelled = await app.call(cancelTemporaryFile, params(fileId), by(token))
  expect(cancelled.body).toMatchObject({ status: 'cancelled' })
  await runAll()
  expect((await read(fileId)).status).toBe('cancelled')
  expect((await app.call(cancelTemporaryFile, params(fileId), by(token))).body.code).toBe('file_finished')
  const ready = await exported()
  const late = await app.call(cancelTemporaryFile, params(ready), by(token))
  expect([late.status, late.body.code]).toEqual([409, 'file_finished'])
  expect((await app.call(deleteTemporaryFile, params(ready), by(token))).status).toBe(204)
  expect((await app.call(deleteTemporaryFile, params(ready), by(token))).status).toBe(404)
  expect((await read(ready)).code).toBe('not_found')
  expect(await chunksOf(ready)).toEqual([])
})

test('a file that a killed process left incomplete is written again', async () => {
  const { fileId } = await start(token, 'zora')
  const left = sql`
    with f as (update temporary_file set status = 'running', attempts = 1, run_id = uuidv7(), heartbeat_at = now() - interval '2 minutes'
                where temporary_file_id = ${fileId} returning tenant_id, temporary_file_id, run_id)
    insert into temporary_file_chunk (tenant_id, temporary_file_id, run_id, chunk_number, content)
    select tenant_id, temporary_file_id, run_id, n, 'half'::bytea from f, generate_series(0, 3) n`
  await asOwner(app.db, 'operator', (tx) => left.execute(tx))
  await app.app.background.runScheduled('resume_exports')
  expect(await read(fileId)).toMatchObject({ status: 'ready', rowCount: 1 })
  const content = String((await app.call(downloadTemporaryFile, params(fileId), by(token))).body)
  expect(content).toContain('zora@files.example')
  expect(content).not.toContain('half')
})

test('a file that kills its process every time is given up', async () => {
  const { fileId } = await start(token, 'zora')
  await asOwner(app.db, 'operator', (tx) =>
    sql`update temporary_file set status = 'running', attempts = 3, run_id = uuidv7(), heartbeat_at = now() - interval '2 minutes'
         where temporary_file_id = ${fileId}`.execute(tx),
  )
  await app.app.background.runScheduled('resume_exports')
  expect(await read(fileId)).toMatchObject({ status: 'failed', failure: 'internal' })
})

/** A runner of another process with exports that never end. */
function endlessRunner() {
  const kysely = app.db.kysely
  const source: CsvSource = {
    rows: sql`select repeat('x', 1000) as a from generate_series(1, 1000000) i where pg_sleep(0.002) is not null`.compile(kysely),
    count: sql<{ n: number }>`select 1000000 as n`.compile(kysely),
  }
  return createExportRunner({
    db: app.db,
    log: pino({ level: 'silent' }),
    isGranted: async () => true,
    sourceOf: () => source,
    publish: async () => undefined,
    settings: { publicUrl: '', bytesPerTenant: 1e9, chunkBytes: 10_000, now: () => clock },
  })
}

test('a running export shows its progress and stops when canceled', async () => {
  const runner = endlessRunner()
  const { fileId } = await start()
  const running = runner.drain()
  await vi.waitFor(async () => expect((await read(fileId)).rowCount).toBeGreaterThan(0), 20_000)
  expect(await read(fileId)).toMatchObject({ status: 'running', totalRows: 1_000_000 })
  await app.call(cancelTemporaryFile, params(fileId), by(token))
  await running
  expect(await read(fileId)).toMatchObject({ status: 'cancelled', sizeBytes: 0 })
  expect(await chunksOf(fileId)).toEqual([])
}, 60_000)

test('a replaced run leaves the file to its successor', async () => {
  const runner = endlessRunner()
  const { fileId } = await start()
  const running = runner.drain()
  await vi.waitFor(async () => expect((await chunksOf(fileId)).length).toBeGreaterThan(0), 20_000)
  await asOwner(app.db, 'operator', (tx) =>
    sql`with f as (update temporary_file set run_id = uuidv7(), total_rows = 7 where temporary_file_id = ${fileId} returning *),
             gone as (delete from temporary_file_chunk c using f where c.temporary_file_id = f.temporary_file_id)
        insert into temporary_file_chunk (tenant_id, temporary_file_id, run_id, chunk_number, content)
        select tenant_id, temporary_file_id, run_id, 1000, 'theirs'::bytea from f`.execute(tx),
  )
  await running
  expect(await read(fileId)).toMatchObject({ status: 'running', totalRows: 7 })
  expect(await chunksOf(fileId)).toEqual([{ chunk_number: 1000 }])
  await app.call(deleteTemporaryFile, params(fileId), by(token))
}, 60_000)

test('a stopping process releases its export, and another writes it', async () => {
  const runner = endlessRunner()
  const { fileId } = await start(token, 'zora')
  const running = runner.drain()
  await vi.waitFor(async () => expect((await chunksOf(fileId)).length).toBeGreaterThan(0), 20_000)
  await runner.stop()
  await running
  expect(await read(fileId)).toMatchObject({ status: 'queued', rowCount: 0 })
  expect(await chunksOf(fileId)).toEqual([])
  await runAll()
  expect(await read(fileId)).toMatchObject({ status: 'ready', rowCount: 1 })
}, 60_000)

test('after seven days a file shows as expired, its content is deleted, and its entry is deleted a month later', async () => {
  const fileId = await exported()
  const before = clock
  clock = new Date(clock.getTime() + 7 * dayMs)
  const fresh = await app.signIn(tenant, tenant.administrator)
  expect((await read(fileId, fresh)).status).toBe('expired')
  const late = await app.call(downloadTemporaryFile, params(fileId), by(fresh))
  expect([late.status, late.body.code]).toEqual([410, 'file_expired'])
  await app.app.background.runScheduled('expire_temporary_files')
  expect(await chunksOf(fileId)).toEqual([])
  expect(await read(fileId, fresh)).toMatchObject({ status: 'expired', sizeBytes: 0 })
  clock = new Date(clock.getTime() + 31 * dayMs)
  await app.app.background.runScheduled('expire_temporary_files')
  clock = before
  token = await app.signIn(tenant, tenant.administrator)
  expect((await app.call(getTemporaryFile, params(fileId), by(token))).status).toBe(404)
})

test('a tenant has limits for waiting exports and stored bytes', async () => {
  const other = await app.buildTenant()
  const own = await app.signIn(other, other.administrator)
  const waiting = []
  for (let count = 0; count < 10; count++) waiting.push((await start(own)).fileId)
  const refused = await app.call(createExport, { body: { kind: 'users' } }, by(own))
  expect([refused.status, refused.body.code, refused.body.parameters]).toEqual([409, 'export_limit_reached', { maximum: 10 }])
  for (const fileId of waiting) await app.call(deleteTemporaryFile, params(fileId), by(own))

  await asOwner(app.db, 'operator', (tx) =>
    sql`insert into app_user (tenant_id, username, email) select ${other.tenantId}, name, name
          from generate_series(1, 9000) i, lateral (select 'someone-with-a-long-address-' || i || '@full.example' as name) n`.execute(tx),
  )
  const tooLarge = await exported(own)
  expect(await read(tooLarge, own)).toMatchObject({ status: 'failed', failure: 'temporary_space_full', sizeBytes: 0 })
  expect(await chunksOf(tooLarge)).toEqual([])
  await asOwner(app.db, 'operator', (tx) =>
    sql`update temporary_file set status = 'ready', size_bytes = 1048576 where temporary_file_id = ${tooLarge}`.execute(tx),
  )
  const full = await app.call(createExport, { body: { kind: 'users' } }, by(own))
  expect([full.status, full.body.code, full.body.parameters]).toEqual([409, 'temporary_space_full', { maximum: 1 }])
}, 60_000)

test('the list is filtered, sorted and paged', async () => {
  const other = await app.buildTenant()
  const own = await app.signIn(other, other.administrator)
  const list = async (query: object) => (await app.call(listTemporaryFiles, { query }, by(own))).body
  const cancelled = (await start(own)).fileId
  await app.call(cancelTemporaryFile, params(cancelled), by(own))
  await app.call(createExport, { body: { kind: 'roles' } }, by(own))
  await exported(own)
  const ids = (page: { items: { fileId: string }[] }) => page.items.map(({ fileId }) => fileId)
  const all = await list({})
  expect(all).toMatchObject({ count: 3, totalCount: 3, totalIsExact: true })
  expect(ids(all).at(-1)).toBe(cancelled)
  expect(await list({ limit: 1, offset: 2 })).toMatchObject({ count: 1, totalCount: 3, items: [{ fileId: cancelled }] })
  expect(ids(await list({ status: ['cancelled'] }))).toEqual([cancelled])
  expect(await list({ kind: ['roles'] })).toMatchObject({ totalCount: 1, items: [{ kind: 'roles', status: 'ready' }] })
  expect(ids(await list({ sort: 'sizeBytes' }))[0]).toBe(cancelled)
  expect((await list({ search: other.administrator.username })).totalCount).toBe(3)
  expect((await list({ search: `${other.administrator.username} roles` })).items).toMatchObject([{ kind: 'roles' }])
  expect((await list({ search: '100%' })).totalCount).toBe(0)
  expect((await app.call(listTemporaryFiles, { query: { status: ['lost'] as never } }, by(own))).status).toBe(400)
})
