import { readFileSync } from 'node:fs'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { urlOf } from '@steward/contract/http'
import { listUsers } from '@steward/contract/users/endpoints'
import { parse } from 'yaml'
import { buildApp, type App } from '../app.ts'
import { loadConfig } from '../config.ts'
import { prepareJobs } from '../background/jobs.ts'
import { freePort } from '../db/free-port.ts'
import { syncFlags } from '../flags/service.ts'
import { type TestDatabase, createTestDatabase } from '../testing/database.ts'
import { makeTemporaryDirectory } from '../testing/temporary.ts'

let database: TestDatabase
let app: App
let port: number

beforeAll(async () => {
  database = await createTestDatabase()
  await syncFlags(database.db)
  await prepareJobs(database.db)
  port = await freePort()
  const config = loadConfig({
    STEWARD_ENV: 'test',
    STEWARD_DATA_DIR: makeTemporaryDirectory('steward-metrics-'),
    STEWARD_OPERATIONS_PORT: String(port),
  })
  app = await buildApp({ config, db: database.db, log: pino({ level: 'silent' }) })
  await app.startBackground()
})

afterAll(async () => {
  await app.close()
  await database.close()
})

const metrics = async () => (await fetch(`http://127.0.0.1:${port}/metrics`)).text()

/** The value of a series, such as `steward_background_jobs{state="due"}`. */
async function valueOf(series: string): Promise<number> {
  const line = (await metrics()).split('\n').find((text) => text.startsWith(`${series} `))
  return Number(line?.slice(series.length + 1))
}

test('has the jobs of the queue by state, and how late the oldest one is', async () => {
  const client = await database.db.connect()
  await client.query(`
    select graphile_worker.add_job('unknown', run_at => now() + interval '1 hour');
    select graphile_worker.add_job('unknown', max_attempts => 1), graphile_worker.add_job('unknown', run_at => now() - interval '90 seconds');
    update graphile_worker._private_jobs set attempts = 1 where max_attempts = 1`)
  await client.end()
  const jobs = (state: string) => valueOf(`steward_background_jobs{state="${state}"}`)
  // Each is absent while the database does not say within a second.
  await expect.poll(() => jobs('due')).toBeGreaterThanOrEqual(1)
  await expect.poll(() => jobs('later')).toBeGreaterThanOrEqual(1)
  await expect.poll(() => jobs('given_up')).toBe(1)
  await expect.poll(() => valueOf('steward_background_oldest_due_seconds')).toBeGreaterThanOrEqual(90)
})

test('counts attempts at jobs by task and outcome', async () => {
  const series = 'steward_background_attempts_total{task="create_partitions",outcome="done"}'
  expect(await valueOf(series)).toBe(0)
  const client = await database.db.connect()
  await client.query(`select graphile_worker.add_job('create_partitions')`)
  await client.end()
  await expect.poll(() => valueOf(series), { timeout: 20_000 }).toBe(1)
})

test('counts answers by route and status, without what callers send', async () => {
  await app.http.inject({ url: urlOf(listUsers, { query: { searchText: 'ada@metrics.example' } }) })
  expect(await valueOf('steward_http_requests_total{method="GET",route="/auth/v2/users",status="401"}')).toBe(1)
  expect(await metrics()).not.toContain('metrics.example')
})

test('says which reason keeps the server from being ready', async () => {
  expect(await valueOf('steward_hindrance{reason="database"}')).toBe(0)
  app.drain()
  expect(await valueOf('steward_hindrance{reason="draining"}')).toBe(1)
})

const deployed = (file: string) => readFileSync(new URL(`../../../deploy/${file}`, import.meta.url), 'utf8')

/** The names of metrics in a query: what is not a function, keyword or label. */
const namesIn = (query: string) =>
  query
    .replaceAll(/"[^"]*"|\{[^}]*\}|\b(?:by|without|on|ignoring) \([^)]*\)|\[[^\]]*\]/g, ' ')
    .match(/\b[a-z]\w*_\w+\b(?!\s*\()|\bup\b/g) ?? []

test('every metric of dashboard and alerts is one that the server has', async () => {
  const { groups } = parse(deployed('prometheus/alerts.yaml')) as { groups: { rules: { expr: string }[] }[] }
  const { panels } = JSON.parse(deployed('grafana/steward.json')) as { panels: { targets: { expr: string }[] }[] }
  const queries = [...groups.flatMap(({ rules }) => rules), ...panels.flatMap(({ targets }) => targets)].map(({ expr }) => expr)
  const known = [...(await metrics()).matchAll(/^# TYPE (\w+) (\w+)$/gm)].flatMap(([, name = '', type]) =>
    type === 'histogram' ? [name, `${name}_bucket`, `${name}_sum`, `${name}_count`] : [name],
  )
  const named = new Set(queries.flatMap(namesIn))
  expect(named.size).toBeGreaterThan(15)
  // Prometheus itself adds `up`.
  expect([...named].filter((name) => name !== 'up' && !known.includes(name))).toEqual([])
  const own = known.filter((name) => /^steward_\w+(?<!_sum|_count)$/.test(name) && name !== 'steward_http_request_seconds')
  expect(own.filter((name) => !named.has(name))).toEqual([])
})
