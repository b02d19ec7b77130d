import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { getRateUpload, uploadRates } from '@steward/contract/reference-data/rates'
import { asOwner } from '../../db/tenant.ts'
import { type TestApp, type TestTenant, startTestApp } from '../../testing/app.ts'
import { type TestScheme, buildScheme, buildVintage } from '../../testing/rates.ts'
import type { UploadContext } from './context.ts'
import { createUploadRunner } from './runner.ts'

let app: TestApp
let tenant: TestTenant
let scheme: TestScheme
let token: string
let vintage: string
let vintageId: string
let count = 0

beforeAll(async () => {
  app = await startTestApp()
  tenant = await app.buildTenant()
  token = await app.signIn(tenant, tenant.administrator)
  scheme = await buildScheme(app, tenant, { code: 'Monthly', currencies: { EUR: 'Euro', GBP: 'Pound sterling' } })
})
afterAll(() => app.close())
beforeEach(async () => {
  vintage = `V${++count}`
  vintageId = await buildVintage(app, scheme, { vintage })
})

const runnerOf = (settings: Partial<UploadContext['settings']> = {}, keep: UploadContext['keep'] = async () => undefined) =>
  createUploadRunner({
    db: app.db,
    log: pino({ level: 'silent' }),
    keep,
    settings: { bytesPerTenant: 1e9, now: () => new Date(), ...settings },
  })
const inTenant = <T>(work: Parameters<typeof asOwner<T>>[2]) => asOwner(app.db, 'operator', work, { tenantId: tenant.tenantId })
const day = (index: number) => new Date(Date.UTC(1900, 0, 1 + index)).toISOString().slice(0, 10)
const lines = (length: number, rate = '1.5') => Array.from({ length }, (_, index) => `EUR,${day(index)},${rate}`)
async function send(content: readonly string[]): Promise<string> {
  const file = ['currencyCode,asOfDate,exchangeRate', ...content].join('\n')
  const answer = await app.call(uploadRates, { body: { currencySchemeCode: 'Monthly', vintage, file } }, { token })
  expect(answer.status).toBe(202)
  return answer.body.uploadId
}
const read = async (uploadId: string) => (await app.call(getRateUpload, { params: { uploadId } }, { token })).body
const change = (uploadId: string, values: object) =>
  inTenant((tx) => tx.updateTable('rate_upload').set(values).where('rate_upload_id', '=', uploadId).execute())
const rateCount = () =>
  inTenant(async (tx) => {
    const { rows } = await sql<{ n: number }>`select count(*) as n from currency_rate where currency_vintage_id = ${vintageId}`.execute(tx)
    return rows[0]?.n
  })
/** Waits until a run has read a part of its file. */
const reading = (uploadId: string) =>
  vi.waitFor(async () => expect((await read(uploadId)).rowCount).toBeGreaterThan(0), { timeout: 30_000, interval: 20 })

/** Holds a run where it would store its rates. */
async function holdRates() {
  const client = await app.db.connect()
  await client.query('begin; lock table currency_rate in exclusive mode')
  return async () => {
    await client.query('rollback')
    await client.end()
  }
}

test('shows how far a run is', async () => {
  const release = await holdRates()
  const uploadId = await send(lines(20_000))
  const running = runnerOf().drain()
  await vi.waitFor(async () => expect(await read(uploadId)).toMatchObject({ status: 'storing', rowCount: 20_000, encoding: 'utf-8' }), {
    timeout: 30_000,
    interval: 50,
  })
  expect(await rateCount()).toBe(0)
  await release()
  await running
  expect(await read(uploadId)).toMatchObject({ status: 'finished', added: 20_000 })
}, 60_000)

test('a stopping process releases its upload, even while it stores, and another stores it', async () => {
  const release = await holdRates()
  const uploadId = await send(lines(5_000))
  const runner = runnerOf()
  const running = runner.drain()
  await reading(uploadId)
  await runner.stop()
  await running
  expect(await read(uploadId)).toMatchObject({ status: 'queued' })
  await release()
  expect(await rateCount()).toBe(0)
  await runnerOf().drain()
  expect(await read(uploadId)).toMatchObject({ status: 'finished', added: 5_000 })
}, 60_000)

test('a replaced run stores nothing, and leaves the upload to its successor', async () => {
  const release = await holdRates()
  const uploadId = await send(lines(5_000))
  const running = runnerOf().drain()
  await reading(uploadId)
  await change(uploadId, { run_id: sql`uuidv7()`, row_count: 7 })
  await release()
  await running
  expect(await read(uploadId)).toMatchObject({ status: expect.stringMatching(/reading|storing/), rowCount: 7 })
  expect(await rateCount()).toBe(0)
  await change(uploadId, { heartbeat_at: sql`now() - interval '2 minutes'` })
  await runnerOf().drain()
  expect(await read(uploadId)).toMatchObject({ status: 'finished', added: 5_000 })
}, 60_000)

test('refuses files with more rates than allowed', async () => {
  const uploadId = await send(lines(11))
  await runnerOf({ ratesPerUpload: 10 }).drain()
  expect(await read(uploadId)).toMatchObject({
    status: 'refused',
    rowCount: 10,
    refused: 1,
    refusedLines: [{ line: 12, code: 'too_many', message: 'At most 10 entries.' }],
  })
  expect(await rateCount()).toBe(0)
})

test('an error is retried later, and given up after three attempts', async () => {
  const uploadId = await send(lines(10, 'wrong'))
  const broken = runnerOf({}, async () => {
    throw new Error('the disk is full')
  })
  for (const attempt of [1, 2]) {
    await broken.drain()
    expect(await read(uploadId), `attempt ${attempt}`).toMatchObject({ status: 'queued' })
    await broken.drain()
    expect(await read(uploadId), 'not yet').toMatchObject({ status: 'queued' })
    await change(uploadId, { next_attempt_at: new Date(0) })
  }
  await broken.drain()
  expect(await read(uploadId)).toMatchObject({ status: 'failed' })
})

test('without space for the refused lines, the first ones are still named', async () => {
  const uploadId = await send(lines(3, 'wrong'))
  await runnerOf().drain()
  expect(await read(uploadId)).toMatchObject({ status: 'refused', refused: 3, rejectedFileId: null, refusedLines: [{ line: 2 }, {}, {}] })
})
