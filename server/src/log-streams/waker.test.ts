import { randomUUID } from 'node:crypto'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest'
import { createLogStream } from '@steward/contract/log-streams/endpoints'
import { asOwner } from '../db/tenant.ts'
import { type TestApp, type TestTenant, startTestApp } from '../testing/app.ts'
import { createDeliverer } from './deliverer.ts'
import { createWaker } from './waker.ts'

let test: TestApp
let tenant: TestTenant
beforeAll(async () => {
  test = await startTestApp({ environment: { STEWARD_INTERNAL_LOG_RECEIVERS: '127.0.0.0/8' } })
  tenant = await test.buildTenant()
  const token = await test.signIn(tenant, tenant.administrator)
  const body = { logStreamName: 'SIEM', kind: 'webhook' as const, address: 'http://127.0.0.1:9/hook', sendsSystemLog: false }
  expect((await test.call(createLogStream, { body }, { token })).status).toBe(201)
})
afterAll(() => test.close())

function waking(run: () => Promise<boolean>, { log = pino({ level: 'silent' }), now = () => new Date() } = {}) {
  const changes = { onChange: () => () => undefined } as never
  const deliverer = { run: vi.fn(run), stop: async () => undefined }
  const waker = createWaker({ db: test.db, log, changes, now }, deliverer, { pauseMs: 1_100 })
  onTestFinished(() => waker.close())
  waker.start()
  waker.hear({ kind: 'changed', tenantId: tenant.tenantId, tables: ['user_group'] } as never)
  return deliverer.run
}
const soon = { timeout: 15_000, interval: 50 }

async function writing() {
  const client = await test.db.connect()
  onTestFinished(() => client.end())
  await client.query('begin')
  await client.query('select pg_current_xact_id()')
  return client
}

it('delivers again while an older transaction can still bring entries', async () => {
  const client = await writing()
  const run = waking(async () => true)
  await vi.waitFor(() => expect(run.mock.calls.length).toBeGreaterThan(1), soon)
  await client.query('rollback')
})

it('reports once a minute that an open transaction keeps entries waiting', async () => {
  const client = await writing()
  const written: string[] = []
  const log = pino({ base: null }, { write: (line) => void written.push(line) })
  const run = waking(async () => true, { log, now: () => new Date(Date.now() + 61_000) })
  await vi.waitFor(() => expect(run.mock.calls.length).toBeGreaterThan(1), soon)
  await client.query('rollback')
  expect(written.map((line): unknown => JSON.parse(line))).toMatchObject([
    { level: 40, msg: expect.stringContaining('wait for a transaction'), since: expect.any(String) },
  ])
})

it('says what another process is delivering', async () => {
  const unused = {} as never
  const context = { db: test.db, log: pino({ level: 'silent' }), cipher: unused, retention: unused, send: unused, now: () => new Date() }
  const lease = (row: { lease_id: string | null; leased_until: Date | null }) =>
    asOwner(test.db, 'operator', (tx) =>
      tx
        .updateTable('log_stream_progress')
        .set({ ...row, next_attempt_at: new Date(0) })
        .execute(),
    )
  await lease({ lease_id: randomUUID(), leased_until: new Date(Date.now() + 60_000) })
  expect(await createDeliverer(context).run({ tenantId: tenant.tenantId })).toBe(false)
  await lease({ lease_id: null, leased_until: null })
})

it('delivers again after an error', async () => {
  const run = waking(vi.fn(async () => true).mockRejectedValueOnce(new Error('The database is away')))
  await vi.waitFor(() => expect(run).toHaveBeenCalledTimes(2), soon)
})

it('delivers again after a delivery that began before the change', async () => {
  const run = waking(vi.fn(async () => true).mockResolvedValueOnce(false))
  await vi.waitFor(() => expect(run).toHaveBeenCalledTimes(2), soon)
})
