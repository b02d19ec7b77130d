import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TenantSettingKey } from '@steward/contract/rules/settings-schemas'
import { type TestApp, type TestTenant, startTestApp } from '../testing/app.ts'
import { saveTenantSetting } from '../testing/tenant-settings.ts'
import { asOwner } from './tenant.ts'

let app: TestApp
let short: TestTenant
let long: TestTenant
/** Months that the database of the tests began with, where one ended since. */
let earlier: string[]
const now = new Date()

beforeAll(async () => {
  app = await startTestApp()
  earlier = await allMonths()
  ;[short, long] = [await app.buildTenant(), await app.buildTenant()]
})
afterAll(() => app.close())

/** The middle of a month so many months ago. */
function month(back: number): { at: Date; name: string } {
  const at = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back, 15))
  return { at, name: at.toISOString().slice(0, 7).replace('-', '_') }
}

const event = ({ tenantId }: TestTenant, back: number) =>
  asOwner(
    app.db,
    'operator',
    (tx) =>
      tx
        .insertInto('system_log')
        .values({ tenant_id: tenantId, occurred_at: month(back).at, kind: 'sign_in', outcome: 'success' })
        .execute(),
    { tenantId },
  )

async function ask<T extends object>(statement: string): Promise<T[]> {
  const client = await app.db.connect()
  try {
    return (await client.query<T>(statement)).rows
  } finally {
    await client.end()
  }
}

/** The months of the system log in the past, and all its tables that are no partitions. */
const months = async (): Promise<string[]> => (await allMonths()).filter((name) => name < month(0).name && !earlier.includes(name))

async function allMonths(): Promise<string[]> {
  const rows = await ask<{ name: string }>(
    `select relname as name from pg_class where relkind = 'r' and relname ~ '^system_log_.*(\\d|dropping)$' order by 1`,
  )
  return rows.map(({ name }) => name.replace('system_log_', ''))
}

const drop = () => app.app.background.runScheduled('drop_log_partitions')

async function retain(tenant: TestTenant, systemLogDays: number): Promise<void> {
  const token = await app.signIn(tenant, tenant.administrator)
  const key: TenantSettingKey = 'logRetention'
  expect((await saveTenantSetting(app, tenant, key, { systemLogDays }, { token })).status).toBe(200)
}

test('a month is dropped as a whole as soon as no tenant keeps anything in it', async () => {
  await event(short, 3)
  for (const back of [6, 8, 20]) await event(short, back)
  for (const back of [8, 20]) await event(long, back)
  await drop()
  // Beyond the default of both. The rows of the others leave the default partition.
  expect(await months()).toEqual([month(8).name, month(6).name, month(3).name])
  expect(await ask('select from system_log_default')).toEqual([])

  await retain(short, 92 + 30)
  await drop()
  expect(await months()).toEqual([month(8).name, month(3).name])
  expect(await ask(`select from system_log_${month(8).name}`)).toHaveLength(2)

  await retain(long, 92 + 30)
  await drop()
  expect(await months()).toEqual([month(3).name])
})

test('this month and the coming ones stay', async () => {
  const before = await ask<{ count: string }>(`select count(*) from pg_inherits where inhparent = 'audit_entry'::regclass`)
  await drop()
  expect(await ask(`select count(*) from pg_inherits where inhparent = 'audit_entry'::regclass`)).toEqual(before)
})

test('waits for readers without making others wait for long', async () => {
  await event(short, 12)
  const reader = await app.db.connect()
  await reader.query('begin')
  await reader.query('select count(*) from system_log')
  const dropping = drop()
  const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  await expect.poll(() => ask(waiting), { interval: 20 }).not.toEqual([])
  // Ends while the reader still reads: the lock is given up in between.
  await event(short, 0)
  await reader.query('commit')
  await reader.end()
  await dropping
  expect(await months()).toEqual([month(3).name])
})

test('what an interrupted run detached is dropped by the next', async () => {
  await ask(`create table system_log_2019_01_dropping (like system_log)`)
  expect(await months()).toContain('2019_01_dropping')
  await drop()
  expect(await months()).toEqual([month(3).name])
})
