import { randomUUID } from 'node:crypto'
import { request } from 'node:http'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { downloadTemporaryFile } from '@steward/contract/exports/endpoints'
import { listCurrencies, uploadCurrencies } from '@steward/contract/reference-data/currencies'
import { getUploadProgress } from '@steward/contract/uploads/endpoints'
import { listUsers } from '@steward/contract/users/endpoints'
import { asOwner } from '../db/tenant.ts'
import { streamLimit } from '../http/streams.ts'
import { type TestApp, startTestApp } from '../testing/app.ts'
import { referenceDataOf } from '../testing/reference-data.ts'

let app: TestApp
let address: string
let data: Awaited<ReturnType<typeof referenceDataOf>>

beforeAll(async () => {
  app = await startTestApp()
  address = await app.app.http.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(() => app.close())
beforeEach(async () => {
  data = await referenceDataOf(app)
})

const waiting = { timeout: 20_000 }
const codes = async () =>
  (await app.call(listCurrencies, {}, { token: data.token })).body.items.map(({ currencyCode }: { currencyCode: string }) => currencyCode)
const progressOf = async (uploadId: string, token = data.token) =>
  (await app.call(getUploadProgress, { query: { uploadId } }, { token })).body
const form = (file: string) => {
  const body = new FormData()
  body.append('file', new Blob([file]), 'file.csv')
  return body
}
const authorization = () => ({ authorization: `Bearer ${data.token}` })
/** Connections on which an upload copies lines or waits for a lock. */
const uploadsRunning = async () => {
  const { rows } = await asOwner(app.db, 'operator', (tx) =>
    sql<{ n: number }>`
      select count(*)::integer as n from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid() and state = 'active'
         and (query like '%staged_line%' or wait_event_type = 'Lock')`.execute(tx),
  )
  return rows[0]?.n
}

/** Holds a row that an upload needs until `work` is done. */
const whileLocked = (lock: ReturnType<typeof sql>, work: () => Promise<void>) =>
  asOwner(app.db, 'operator', async (tx) => {
    await lock.execute(tx)
    await work()
  })

describe('a client that leaves', () => {
  test('while it sends, keeps nothing and frees the connection', async () => {
    const headers = { ...authorization(), 'content-type': 'text/csv', 'content-length': '1000000' }
    const leaving = request(`${address}/auth/v2/users/import?dryRun=false`, { method: 'POST', headers })
    leaving.on('error', () => undefined)
    leaving.write('email,givenName,familyName\nleft@uploads.example,A,B\n')
    await expect.poll(uploadsRunning, waiting).toBe(1)
    leaving.destroy()
    await expect.poll(uploadsRunning, waiting).toBe(0)
    expect((await app.call(listUsers, { query: { search: 'left' } }, { token: data.token })).body.items).toEqual([])
  })

  test('after it has sent everything, ends a statement that waits', async () => {
    await data.saveCurrency('USD')
    const uploadId = randomUUID()
    const leaving = new AbortController()
    const locked = sql`select from currency where tenant_id = ${data.tenant.tenantId}::uuid for update`
    await whileLocked(locked, async () => {
      const body = form('currencyCode,currencyName\nUSD,Dollar\nEUR,Euro\n')
      const init = { method: 'POST', headers: authorization(), body, signal: leaving.signal }
      const answer = fetch(`${address}/datastore/referenceTables/currency/file?uploadId=${uploadId}`, init)
      await expect.poll(() => progressOf(uploadId), waiting).toEqual({ step: 'saving', lines: 0, totalLines: 2 })
      // No one else sees it.
      const other = await app.signIn(data.tenant, await app.buildUser(data.tenant))
      expect(await progressOf(uploadId, other)).toEqual({ step: null, lines: 0, totalLines: null })
      leaving.abort()
      await expect(answer).rejects.toThrow('aborted')
      await expect.poll(uploadsRunning, waiting).toBe(0)
    })
    await expect.poll(() => progressOf(uploadId), waiting).toEqual({ step: null, lines: 0, totalLines: null })
    expect(await codes()).toEqual(['USD'])
  })

  test('ends an import of users, too', async () => {
    const user = await app.buildUser(data.tenant, { givenName: 'Before' })
    const leaving = new AbortController()
    const locked = sql`select from app_user where tenant_id = ${data.tenant.tenantId}::uuid and user_id = ${user.userId}::uuid for update`
    await whileLocked(locked, async () => {
      const headers = { ...authorization(), 'content-type': 'text/csv' }
      const body = `email,givenName,familyName\n${user.username},After,Name\nnew@uploads.example,New,Name\n`
      const answer = fetch(`${address}/auth/v2/users/import?dryRun=false`, { method: 'POST', headers, body, signal: leaving.signal })
      await expect.poll(uploadsRunning, waiting).toBe(1)
      leaving.abort()
      await expect(answer).rejects.toThrow('aborted')
      await expect.poll(uploadsRunning, waiting).toBe(0)
    })
    const { body: found } = await app.call(listUsers, { query: { search: 'after' } }, { token: data.token })
    expect(found.items).toEqual([])
    expect((await app.call(listUsers, { query: { search: 'new@uploads' } }, { token: data.token })).body.items).toEqual([])
  })
})

test('slow uploads of one tenant leave turns to others', async () => {
  const other = await referenceDataOf(app)
  const headers = { ...authorization(), 'content-type': 'text/csv', 'content-length': '1000000' }
  const slow = Array.from({ length: 8 }, () => {
    const upload = request(`${address}/auth/v2/users/import?dryRun=true`, { method: 'POST', headers })
    upload.on('error', () => undefined).write('email,givenName,familyName\nslow@uploads.example,A,B\n')
    return upload
  })
  await expect.poll(uploadsRunning, waiting).toBe(6)
  const file = 'currencyCode,currencyName\nEUR,Euro\n'
  expect((await app.call(uploadCurrencies, { body: { file } }, { token: other.token })).status).toBe(200)
  for (const upload of slow) upload.destroy()
  await expect.poll(uploadsRunning, waiting).toBe(0)
})

test('a dry run tells how far it is', async () => {
  const user = await app.buildUser(data.tenant, { givenName: 'Before' })
  const uploadId = randomUUID()
  const locked = sql`select from app_user where tenant_id = ${data.tenant.tenantId}::uuid and user_id = ${user.userId}::uuid for update`
  let answer: Promise<Response> | undefined
  await whileLocked(locked, async () => {
    answer = fetch(`${address}/auth/v2/users/import?dryRun=true&uploadId=${uploadId}`, {
      method: 'POST',
      headers: { ...authorization(), 'content-type': 'text/csv' },
      body: `email,givenName,familyName\n${user.username},After,Name\n`,
    })
    await expect.poll(() => progressOf(uploadId), waiting).toEqual({ step: 'saving', lines: 0, totalLines: 1 })
  })
  expect(await (await answer)?.json()).toMatchObject({ applied: false, refused: 0 })
})

test.each([
  ['/datastore/referenceTables/currency/file', 'multipart/form-data; boundary=b'],
  ['/datastore/referenceTables/currencyScheme/file', 'multipart/form-data; boundary=b'],
  ['/auth/v2/users/import', 'text/csv'],
])('%s refuses what is too large before it was sent', async (path, type) => {
  const answer = await app.app.http.inject({
    method: 'POST',
    url: path,
    headers: { ...authorization(), 'content-type': type, 'content-length': String(streamLimit + 1_000_000) },
    payload: 'x',
  })
  expect([answer.statusCode, answer.headers['content-type'], answer.json().code]).toEqual([
    413,
    expect.stringContaining('application/problem+json'),
    'body_too_large',
  ])
  expect(answer.json().parameters).toEqual({ limitBytes: streamLimit })
})

test('refused lines are a file with their reasons that can be corrected and uploaded', async () => {
  await data.saveCurrency('USD')
  await data.saveScheme('A')
  const answer = await app.call(
    uploadCurrencies,
    { body: { file: 'currency code;isActive;currencyName\nEUR;;Euro\nFOUR;;=1+1\nEUR;;Again\nUSD;false;Dollar\n' } },
    { token: data.token },
  )
  expect(answer).toMatchObject({ status: 422, body: { code: 'table_upload_refused', parameters: { refused: 3 } } })
  const { rejectedFileId: fileId } = answer.body.parameters
  const { body: content } = await app.call(downloadTemporaryFile, { params: { fileId } }, { token: data.token })
  const [header, ...lines] = String(content).trimEnd().split('\n')
  expect(header).toBe('\uFEFFcurrencyCode,isActive,currencyName,line,reason')
  expect(lines).toEqual([
    expect.stringMatching(/^FOUR,,'=1\+1,3,.+/),
    expect.stringMatching(/^EUR,,Again,4,.+/),
    expect.stringMatching(/^USD,false,Dollar,5,USD .+/),
  ])
  const corrected = [header, 'GBP,,Pound,3,was too long'].join('\n')
  expect(await app.call(uploadCurrencies, { body: { file: corrected } }, { token: data.token })).toMatchObject({ body: { created: 1 } })
  expect(await codes()).toEqual(['GBP', 'USD'])
})
