import { Readable } from 'node:stream'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { createApiKey } from '@steward/contract/api-keys/endpoints'
import { downloadTemporaryFile } from '@steward/contract/exports/endpoints'
import { listNotifications } from '@steward/contract/notifications/endpoints'
import { cancelRateUpload, exportExchangeRates, getRateUpload, listRateUploads, uploadRates } from '@steward/contract/reference-data/rates'
import { asOwner } from '../../db/tenant.ts'
import { type TestApp, type TestTenant, startTestApp } from '../../testing/app.ts'
import { type TestScheme, buildScheme, buildVintage } from '../../testing/rates.ts'

let app: TestApp
let tenant: TestTenant
let scheme: TestScheme
let token: string
let vintage: string
let vintageId: string
let newVersion: number
let count = 0

beforeAll(async () => {
  app = await startTestApp({ environment: { STEWARD_TEMPORARY_DATA_MIB: '8' } })
  tenant = await app.buildTenant()
  token = await app.signIn(tenant, tenant.administrator)
  const currencies = { EUR: 'Euro', GBP: 'Pound sterling', JPY: 'Yen', OLD: 'Former', '=X': 'Formula', 'A\\': 'Backslash' }
  scheme = await buildScheme(app, tenant, { code: 'Monthly', isDefault: true, currencies })
  await asOwner(
    app.db,
    'operator',
    (tx) => tx.updateTable('currency').set({ is_active: false }).where('currency_code', '=', 'OLD').execute(),
    {
      tenantId: tenant.tenantId,
    },
  )
})
afterAll(() => app.close())
beforeEach(async () => {
  vintage = `V${++count}`
  vintageId = await buildVintage(app, scheme, { vintage })
  newVersion = (await vintageRow()).version
})

const header = 'currencyCode,asOfDate,exchangeRate'
const send = async (file: string | Blob, { bearer = token, language = 'en', ...named }: Record<string, string> = {}) =>
  app.call(
    uploadRates,
    { body: { currencySchemeCode: 'monthly', vintage, ...named, file } },
    { token: bearer, headers: { 'accept-language': language } },
  )
const read = async (uploadId: string, language = 'en') =>
  (await app.call(getRateUpload, { params: { uploadId } }, { token, headers: { 'accept-language': language } })).body
const runDue = () => app.app.background.runDue()
/** Uploads and runs a file; returns the upload as it ended. */
async function upload(file: string | Blob | string[], options: Record<string, string> = {}) {
  const answer = await send(Array.isArray(file) ? [header, ...file, ''].join('\n') : file, options)
  expect(answer.status, JSON.stringify(answer.body)).toBe(202)
  await runDue()
  return read(answer.body.uploadId, options['language'])
}
const download = async (named = vintage) =>
  String((await app.call(exportExchangeRates, { query: { vintage: named, isDerived: 'false' } }, { token })).body)
const rates = async () => (await download()).split('\n').slice(1, -1)
const fileOf = async (fileId: string) => String((await app.call(downloadTemporaryFile, { params: { fileId } }, { token })).body).split('\n')
const inTenant = <T>(work: Parameters<typeof asOwner<T>>[2]) => asOwner(app.db, 'operator', work, { tenantId: tenant.tenantId })
const vintageRow = () =>
  inTenant((tx) => tx.selectFrom('currency_vintage').selectAll().where('currency_vintage_id', '=', vintageId).executeTakeFirstOrThrow())
const chunks = () => inTenant((tx) => tx.selectFrom('rate_upload_chunk').select('chunk_number').execute())

test('an upload is stored, read in the background, and told to the person', async () => {
  const text = [
    header,
    'EUR,2026-01-31,0.92',
    'EUR,2025-12-31,0.9',
    'USD,2026-01-31,1.0',
    "'=X,2026-01-31,3",
    'a\\,2026-01-31,007.50',
    '',
  ].join('\r\n')
  const answer = await send(new File([text], 'C:\\rates\\Q1 rates.csv'))
  expect(answer.status).toBe(202)
  expect(answer.body).toMatchObject({
    currencySchemeCode: 'Monthly',
    vintage,
    status: 'queued',
    fileName: 'Q1 rates.csv',
    sizeBytes: text.length,
    encoding: null,
    createdBy: tenant.administrator.username,
    finishedAt: null,
  })
  await runDue()
  const done = await read(answer.body.uploadId)
  expect(done).toMatchObject({
    status: 'finished',
    encoding: 'utf-8',
    readBytes: text.length,
    rowCount: 5,
    added: 5,
    changed: 0,
    unchanged: 0,
  })
  expect(Date.parse(done.finishedAt)).not.toBeNaN()
  expect(await rates()).toEqual(["'=X,2026-01-31,3", 'A\\,2026-01-31,7.5', 'EUR,2025-12-31,0.9', 'EUR,2026-01-31,0.92', 'USD,2026-01-31,1'])
  expect(await vintageRow()).toMatchObject({
    rate_count: 5,
    currency_count: 4,
    first_as_of_date: '2025-12-31',
    last_as_of_date: '2026-01-31',
    version: newVersion + 1,
  })
  expect(await chunks()).toEqual([])

  const { body } = await app.call(listNotifications, { query: {} }, { token })
  expect(body.items[0]).toMatchObject({ messageType: 'RateUploadFinished', kind: 'success', status: 'UNACKNOWLEDGED' })
  expect(body.items[0].properties.displayMessage).toBe(`Q1 rates.csv was saved to Monthly ${vintage}: 5 added, 0 changed, 0 unchanged.`)
  const events = await inTenant((tx) => tx.selectFrom('system_log').select(['username', 'details']).where('kind', '=', 'import').execute())
  expect(events).toContainEqual({
    username: tenant.administrator.username,
    details: { what: 'exchange rates', currencySchemeCode: 'Monthly', vintage, added: 5, changed: 0, unchanged: 0 },
  })
  const audit = await inTenant((tx) =>
    tx
      .selectFrom('audit_entry')
      .select(['actor_type', 'actor_name', 'current_value'])
      .where('entity_id', '=', vintageId)
      .where('current_value', '=', '5')
      .execute(),
  )
  expect(audit).toEqual([{ actor_type: 'user', actor_name: tenant.administrator.username, current_value: '5' }])
})

test('downloading, and uploading again, changes nothing', async () => {
  await upload(['EUR,2026-01-31,0.920', 'GBP,2026-01-31,0.75', "'=X,2026-01-31,3"])
  const version = (await vintageRow()).version
  const file = await download()
  expect(await upload(file)).toMatchObject({ status: 'finished', added: 0, changed: 0, unchanged: 3 })
  expect(await download()).toBe(file)
  expect((await vintageRow()).version).toBe(version)
})

test('a second upload adds and changes rates, and leaves the others', async () => {
  await upload(['EUR,2026-01-31,0.92', 'EUR,2026-02-28,0.93', 'GBP,2026-01-31,0.75'])
  expect(await upload(['EUR,2026-02-28,0.95', 'JPY,2026-03-31,150', 'GBP,2026-01-31,0.7500'])).toMatchObject({
    added: 1,
    changed: 1,
    unchanged: 1,
  })
  expect(await rates()).toEqual(['EUR,2026-01-31,0.92', 'EUR,2026-02-28,0.95', 'GBP,2026-01-31,0.75', 'JPY,2026-03-31,150'])
  expect(await vintageRow()).toMatchObject({ rate_count: 4, currency_count: 3, last_as_of_date: '2026-03-31' })
  const { body } = await app.call(listRateUploads, { query: { currencySchemeCode: 'Monthly', vintage } }, { token })
  expect(body).toMatchObject({ count: 2, totalCount: 2, items: [{ added: 1 }, { added: 3 }] })
})

test.each([
  ['columns in another order, with other cases and spaces', 'Exchange Rate;AS_OF_DATE;currency code\n0.92;2026-01-31; eur \n'],
  ['quoted cells', `"currencyCode","asOfDate","exchangeRate"\n"EUR","2026-01-31","0.92"\n`],
  ['a file of refused lines', `${header},line,reason\nEUR,2026-01-31,0.92,7,"Wrong, once"\n`],
  ['UTF-16', Buffer.from(`\uFEFF${header}\nEUR,2026-01-31,0.92\n`, 'utf16le')],
])('reads %s', async (_, file) => {
  expect(await upload(typeof file === 'string' ? file : new Blob([file]))).toMatchObject({ status: 'finished', added: 1 })
  expect(await rates()).toEqual(['EUR,2026-01-31,0.92'])
})

test('one bad line refuses all, and every bad line is named with its reasons', async () => {
  const lines = [
    'EUR,2026-01-31,0.92',
    'XXX,2026-01-31,1',
    'OLD,2026-02-30,1',
    ',31.01.2026,"0,92"',
    'USD,2026-01-31,1.01',
    'GBP,0000-01-01,0',
    'GBP,2026-01-31,1234567890123456789',
    'GBP,2026-01-31,0.1234567890123456789',
    'GBP,2026-01-31,-1',
    'GBP,2026-01-31,1e5',
    'EUR,2026-02-28,0.93,more',
    'EUR,2026-01-31',
    'EUR,2026-01-31,0.9',
  ]
  const refused = await upload(lines)
  expect(refused).toMatchObject({ status: 'refused', rowCount: 13, refused: 12, added: 0 })
  expect(refused.refusedLines.map(({ line, field, code }: Record<string, unknown>) => `${line} ${field} ${code}`)).toEqual([
    '3 currencyCode currency_unknown',
    '4 currencyCode currency_inactive',
    '4 asOfDate day_invalid',
    '5 currencyCode required',
    '5 asOfDate day_invalid',
    '5 exchangeRate rate_invalid',
    '6 exchangeRate anchor_rate_not_one',
    '7 asOfDate day_invalid',
    '7 exchangeRate rate_invalid',
    '8 exchangeRate rate_invalid',
    '9 exchangeRate rate_invalid',
    '10 exchangeRate rate_invalid',
    '11 exchangeRate rate_invalid',
    '12  upload_malformed',
    '13 exchangeRate required',
    '14 currencyCode rate_duplicate',
  ])
  expect(refused.refusedLines[0].message).toBe('There is no currency XXX.')
  expect((await read(refused.uploadId, 'de')).refusedLines[1].message).toMatch(/^Die Währung OLD ist inaktiv/)
  expect(await rates()).toEqual([])
  expect(await vintageRow()).toMatchObject({ rate_count: 0, version: newVersion })
  expect(await chunks()).toEqual([])

  const { body } = await app.call(listNotifications, { query: {} }, { token })
  expect(body.items[0]).toMatchObject({ messageType: 'RateUploadRefused', kind: 'error', status: 'UNACKNOWLEDGED' })
  expect(body.items[0].properties.displayMessage).toContain('has 12 lines with errors')
  const file = await fileOf(refused.rejectedFileId)
  expect(file).toHaveLength(14)
  expect(file[0]).toBe('\uFEFFcurrencyCode,asOfDate,exchangeRate,line,reason')
  expect(file[1]).toBe('XXX,2026-01-31,1,3,There is no currency XXX.')
  expect(file[3]).toMatch(/^,31\.01\.2026,"0,92",5,"Enter a code\. Write dates .* Rates are positive/)
  expect(file[12]).toBe('EUR,2026-01-31,0.9,14,This currency and date are already in line 2.')
})

test('duplicates are found wherever they are, also of rates that are there already', async () => {
  const lines = ['GBP,2026-01-31,0.7', 'EUR,2026-01-31,0.9', 'GBP,2026-02-28,0.7', 'eur,2026-01-31,0.90']
  for (const round of [1, 2]) {
    expect((await upload(lines)).refusedLines, `round ${round}`).toMatchObject([
      { line: 5, code: 'rate_duplicate', message: 'This currency and date are already in line 3.' },
    ])
    await upload(lines.slice(0, 3))
  }
})

test('the corrected file of refused lines can be uploaded, with reasons in the language of the upload', async () => {
  const refused = await upload(['EUR,2026-01-31,null', 'EUR,2026-02-28,0.9'], { language: 'de' })
  const file = await fileOf(refused.rejectedFileId)
  expect(file[1]).toMatch(/^EUR,2026-01-31,null,2,Kurse sind positive Zahlen/)
  expect(await upload(file.join('\n').replace('null', '0.91'))).toMatchObject({ status: 'finished', added: 1 })
})

test.each([
  [
    'missing, unknown and double columns',
    'currencyCode,rate,CURRENCYCODE\nEUR,1,2\n',
    ['upload_column_unknown', 'upload_column_twice', 'upload_column_missing', 'upload_column_missing'],
    1,
  ],
  ['no rates', `${header}\n`, ['upload_empty'], 1],
  ['an open quote', `${header}\nEUR,2026-01-31,0.9\n"EUR,2026-02-28,0.9\n`, ['upload_malformed'], 3],
  ['a NUL', `${header}\nEUR\0,2026-01-31,0.9\n`, ['file_encoding_invalid'], 2],
  ['a broken encoding', Buffer.from([...Buffer.from(`${header}\nZoë,`), 0xff]), ['file_encoding_invalid'], 2],
])('%s refuses the file, without a file of lines', async (_, file, codes, line) => {
  const refused = await upload(typeof file === 'string' ? file : new Blob([file]))
  expect(refused).toMatchObject({ status: 'refused', rejectedFileId: null })
  expect(refused.refusedLines.map(({ code }: { code: string }) => code)).toEqual(codes)
  expect(refused.refusedLines[0]).toMatchObject({ line, message: expect.stringMatching(/\w\.$/) })
  expect(await rates()).toEqual([])
})

test('shows a thousand refused lines, and has all of them in the file', async () => {
  const lines = Array.from({ length: 3_000 }, (_, index) => `EUR,2026-01-31,x${index}`)
  const refused = await upload(lines)
  expect(refused).toMatchObject({ refused: 3_000, rowCount: 3_000 })
  expect(refused.refusedLines).toHaveLength(1_000)
  expect(await fileOf(refused.rejectedFileId)).toHaveLength(3_002)
  const { body } = await app.call(listRateUploads, { query: { currencySchemeCode: 'Monthly', vintage } }, { token })
  expect(body.items[0].refusedLines).toHaveLength(20)
})

test.each([
  ['an unknown scheme', { currencySchemeCode: 'NONE' }, 404, 'scheme_unknown'],
  ['an unknown vintage', { vintage: 'NONE' }, 404, 'vintage_unknown'],
  ['no vintage', { vintage: '' }, 400, 'invalid_request'],
])('%s is refused', async (_, named, status, code) => {
  const answer = await send(`${header}\nEUR,2026-01-31,1\n`, named)
  expect([answer.status, answer.body.code]).toEqual([status, code])
})

test('a published vintage takes no uploads, and an empty file is refused', async () => {
  const published = 'Published'
  await buildVintage(app, scheme, { vintage: published, rates: [['EUR', '2026-01-31', '1']], publishedAt: new Date() })
  expect((await send(`${header}\nEUR,2026-01-31,1\n`, { vintage: published })).body).toMatchObject({
    code: 'vintage_published',
    status: 409,
  })
  expect((await send('')).body).toMatchObject({ code: 'upload_empty', status: 400 })
  const { body } = await app.call(listRateUploads, { query: { currencySchemeCode: 'Monthly', vintage } }, { token })
  expect(body.totalCount).toBe(0)
})

test('a vintage takes one upload at a time', async () => {
  const first = await send(`${header}\nEUR,2026-01-31,1\n`)
  const second = await send(`${header}\nEUR,2026-01-31,1\n`)
  expect(second.body).toMatchObject({ code: 'upload_running', status: 409 })
  await runDue()
  expect(await read(first.body.uploadId)).toMatchObject({ status: 'finished' })
})

test('a file beyond the space of the tenant is refused and leaves nothing', async () => {
  const answer = await send('x'.repeat(9 * 1_048_576))
  expect([answer.status, answer.body.code]).toEqual([409, 'temporary_space_full'])
  expect(await chunks()).toEqual([])
  expect(await upload(['EUR,2026-01-31,1'])).toMatchObject({ status: 'finished' })
})

test('tenants take turns', async () => {
  const other = await app.buildTenant()
  const bearer = await app.signIn(other, other.administrator)
  const theirs = await buildScheme(app, other, { code: 'Monthly', isDefault: true, currencies: { EUR: 'Euro' } })
  await buildVintage(app, theirs, { vintage })
  await buildVintage(app, scheme, { vintage: 'Later' })
  const file = `${header}\nEUR,2026-01-31,1\n`
  const first = await send(file)
  const second = await send(file, { vintage: 'Later' })
  const ofOther = await send(file, { bearer })
  const queued = [ofOther, first, second].map(({ body }) => body.uploadId)
  await runDue()
  const rows = await asOwner(app.db, 'operator', (tx) =>
    tx.selectFrom('rate_upload').select('rate_upload_id').where('rate_upload_id', 'in', queued).orderBy('finished_at').execute(),
  )
  expect(rows.map((row) => row.rate_upload_id)).toEqual(queued)
})

test('a client that leaves midway leaves nothing', async () => {
  async function* bytes() {
    yield Buffer.from(
      ['currencySchemeCode', 'vintage']
        .map((name) => `--x\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${name === 'vintage' ? vintage : 'Monthly'}\r\n`)
        .join(''),
    )
    yield Buffer.from('--x\r\ncontent-disposition: form-data; name="file"; filename="r.csv"\r\n\r\n')
    yield Buffer.alloc(3 * 1_048_576, 'a')
  }
  const answer = await app.app.http.inject({
    method: 'POST',
    url: uploadRates.path,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'multipart/form-data; boundary=x' },
    payload: Readable.from(bytes()),
  })
  expect(answer.statusCode).toBe(400)
  expect(await chunks()).toEqual([])
  expect(await upload(['EUR,2026-01-31,1'])).toMatchObject({ status: 'finished' })
})

test('an API key uploads, and someone who can only view cannot', async () => {
  const { roleId } = await app.buildRole(tenant, { actions: ['EditCurrencySchemes', 'ViewCurrencySchemes'] })
  const { groupId } = await app.buildGroup(tenant, { roleIds: [roleId] })
  const key = await app.call(createApiKey, { body: { apiKeyName: 'Nightly rates', groups: [groupId] } }, { token })
  expect(await upload(['EUR,2026-01-31,1'], { bearer: key.body.apiKey })).toMatchObject({ status: 'finished', createdBy: 'Nightly rates' })
  const viewer = await app.signIn(tenant, await app.buildUser(tenant, { actions: ['ViewCurrencySchemes'] }))
  expect((await send('x', { bearer: viewer })).status).toBe(403)
})

const lateHeartbeat = sql<Date>`now() - interval '2 minutes'`

test('what a dead process left is given up or taken over', async () => {
  const { uploadId } = (await send(`${header}\nEUR,2026-01-31,1\n`)).body
  const set = (values: object) =>
    inTenant((tx) => tx.updateTable('rate_upload').set(values).where('rate_upload_id', '=', uploadId).execute())
  await set({ status: 'storing', run_id: sql`uuidv7()`, attempts: 1, heartbeat_at: lateHeartbeat, read_bytes: 7 })
  await app.app.background.runScheduled('resume_rate_uploads')
  expect(await read(uploadId)).toMatchObject({ status: 'finished', added: 1 })

  const { uploadId: broken } = (await send(`${header}\nEUR,2026-02-28,1\n`)).body
  await inTenant((tx) =>
    tx.updateTable('rate_upload').set({ status: 'receiving', heartbeat_at: lateHeartbeat }).where('rate_upload_id', '=', broken).execute(),
  )
  // The next upload doesn't wait for the schedule.
  const next = await send(`${header}\nEUR,2026-02-28,1\n`)
  expect(next.status).toBe(202)
  expect(await read(broken)).toMatchObject({ status: 'failed' })
  await app.app.background.runScheduled('resume_rate_uploads')
  expect(await read(next.body.uploadId)).toMatchObject({ status: 'finished' })
})

test('an upload that ends its process every time is given up', async () => {
  const { uploadId } = (await send(`${header}\nEUR,2026-01-31,1\n`)).body
  await inTenant((tx) =>
    tx
      .updateTable('rate_upload')
      .set({ status: 'reading', run_id: sql`uuidv7()`, attempts: 3, heartbeat_at: lateHeartbeat })
      .where('rate_upload_id', '=', uploadId)
      .execute(),
  )
  await app.app.background.runScheduled('resume_rate_uploads')
  expect(await read(uploadId)).toMatchObject({ status: 'failed' })
  expect(await chunks()).toEqual([])
  const { body } = await app.call(listNotifications, { query: {} }, { token })
  expect(body.items[0].properties.displayMessage).toContain('Upload it again.')
})

test('a broken connection leaves nothing, and the upload runs again', async () => {
  const day = (index: number) => new Date(Date.UTC(1900, 0, 1 + index)).toISOString().slice(0, 10)
  const lines = ['EUR', 'GBP', 'JPY'].flatMap((code) => Array.from({ length: 30_000 }, (_, index) => `${code},${day(index)},1.5`))
  const { uploadId } = (await send([header, ...lines].join('\n'))).body
  const running = runDue()
  const ended = await vi.waitFor(
    async () => {
      const { rows } = await inTenant((tx) =>
        sql<{ ended: boolean }>`
        select pg_terminate_backend(pid) as ended from pg_stat_activity
         where datname = current_database() and query ~ '^\\s*insert into currency_rate ' and state = 'active'`.execute(tx),
      )
      if (!rows[0]?.ended) throw new Error('it is not storing yet')
      return true
    },
    { timeout: 30_000, interval: 5 },
  )
  expect(ended).toBe(true)
  await running
  expect(await read(uploadId)).toMatchObject({ status: 'queued', added: 0 })
  expect(await rates()).toEqual([])
  expect(await vintageRow()).toMatchObject({ rate_count: 0, version: newVersion })
  await inTenant((tx) =>
    tx
      .updateTable('rate_upload')
      .set({ next_attempt_at: new Date(0) })
      .where('rate_upload_id', '=', uploadId)
      .execute(),
  )
  await app.app.background.runScheduled('resume_rate_uploads')
  expect(await read(uploadId)).toMatchObject({ status: 'finished', added: 90_000 })
}, 120_000)

test('an upload is canceled before it is stored, and nothing of it is kept', async () => {
  const cancel = (uploadId: string) => app.call(cancelRateUpload, { params: { uploadId } }, { token })
  const { body: queued } = await send(`${header}\nEUR,2026-01-31,0.92\n`)
  expect((await cancel(queued.uploadId)).status).toBe(204)
  expect(await chunks()).toEqual([])
  expect((await cancel(queued.uploadId)).status).toBe(404)
  await runDue()
  expect(await rates()).toEqual([])
  // The vintage takes the next file.
  const finished = await upload(['EUR,2026-01-31,0.92'])
  expect(await cancel(finished.uploadId)).toMatchObject({ status: 409, body: { code: 'upload_finished' } })
  expect(await rates()).toHaveLength(1)
})
