import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { sql } from 'kysely'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { pino } from 'pino'
import { urlOf } from '@steward/contract/http'
import type { UsageReading } from '@steward/contract/usage/schemas'
import { ingestMetrics } from '@steward/contract/usage/endpoints'
import { type App, buildApp } from '../server/src/app.ts'
import { loadConfig } from '../server/src/config.ts'
import type { Db } from '../server/src/db/pool.ts'
import { asOwner, systemContext } from '../server/src/db/tenant.ts'
import { openProgram } from '../server/src/program.ts'
import { createServiceToken } from '../server/src/service-tokens/operator.ts'
import { wholeCompany } from '../server/src/usage/ingest.ts'
import type { Principal } from '../server/src/http/principal.ts'
import { type UsageService, createUsageService } from '../server/src/usage/service.ts'
import { median, ms, percentile, timed, times } from './lib/measure.ts'
import type { Figure, Section } from './lib/results.ts'
import { type SizedTenant, prepareTenants } from './lib/tenants.ts'

const batchSize = 20_000
const rounds = 8
const reads = 60
const productCode = 'RI-RISKMODELER'
const hourMs = 3_600_000

/** A batch of readings for `series` metrics, with one or more readings per hour. */
function batchOf(series: number, readingsInHour: number, round: number): UsageReading[] {
  const start = Math.floor(Date.now() / hourMs) * hourMs - round * 200 * hourMs - hourMs
  return Array.from({ length: batchSize }, (_, index) => {
    const step = Math.floor(index / series)
    const at = start - Math.floor(step / readingsInHour) * hourMs + (step % readingsInHour) * 60_000
    return { productCode, metricName: `metric${index % series}`, at: new Date(at).toISOString(), value: index % 97 }
  })
}

/** Ingest against COPY of the same readings into a bare table with the same key; then the cost of reading. */
export async function measure(): Promise<Section> {
  const { dataDir, tenants, discard } = await prepareTenants([1_000, 1_001, 1_002])
  const [small, large, sender] = tenants
  if (!small || !large || !sender) throw new Error('no tenants were prepared')
  const config = loadConfig({ STEWARD_DATA_DIR: dataDir, STEWARD_ENV: 'production', PORT: '0' })
  const log = pino({ level: 'warn' })
  const program = await openProgram(config, log)
  let app: App | undefined
  try {
    app = await buildApp({ config, db: program.db, log, rateLimits: false })
    const url = await app.http.listen({ host: '127.0.0.1', port: 0 })
    const wanted = { tokenName: `Bench ${Date.now()}`, tenant: null, scopes: ['metrics'] as const, expiresAt: null }
    const { token } = await createServiceToken(program.db, wanted)
    const figures = [
      ...(await ingestFigures(program.db, { url, token, tenantName: sender.tenantName }, 'one per hour', 200, 1)),
      ...(await ingestFigures(program.db, { url, token, tenantName: sender.tenantName }, 'ten per hour', 200, 10)),
      ...(await readFigures(program.db, small, large)),
    ]
    return {
      title: 'Usage metrics',
      how: `Batches of ${batchSize.toLocaleString('en')} readings over HTTP against COPY of the same rows into a bare table with the same key, alternating; reads in process, with 5 metrics of 92 days for the company and 10 or 100 resource groups (p50 / p95 of ${reads})`,
      figures,
    }
  } finally {
    await app?.close()
    await program.close()
    discard()
  }
}

async function ingestFigures(
  db: Db,
  { url, token, tenantName }: { url: string; token: string; tenantName: string },
  what: string,
  series: number,
  readingsInHour: number,
): Promise<Figure[]> {
  const client = new pg.Client(db.connection)
  await client.connect()
  try {
    await client.query(
      'create temporary table bare (product text, metric text, at timestamptz, value float8, primary key (product, metric, at))',
    )
    const rates: Record<'ingest' | 'copy', number[]> = { ingest: [], copy: [] }
    for (let round = 0; round < rounds; round++) {
      const readings = batchOf(series, readingsInHour, round)
      const body = JSON.stringify({ tenantName, batchId: randomUUID(), readings })
      const ingest = async () => {
        const response = await fetch(url + urlOf(ingestMetrics, {}), {
          method: 'PUT',
          headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
          body,
        })
        if (!response.ok) throw new Error(`ingest answered ${response.status}: ${(await response.text()).slice(0, 500)}`)
      }
      const lines = readings.map((one) => `${one.productCode}\t${one.metricName}\t${one.at}\t${one.value}\n`).join('')
      const copy = async () => {
        const stream = client.query(copyFrom('copy bare from stdin'))
        stream.end(lines)
        await once(stream, 'finish')
      }
      for (const side of round % 2 === 0 ? (['ingest', 'copy'] as const) : (['copy', 'ingest'] as const)) {
        const spent = await timed(side === 'ingest' ? ingest : copy)
        if (round > 0) rates[side].push(batchSize / (spent / 1_000))
      }
    }
    const ratio = median(rates.copy.map((rate, index) => rate / (rates.ingest[index] ?? Number.NaN)))
    const rate = (value: number) => `${Math.round(value / 1_000)},000/s`
    return [
      { what: `readings ingested, ${what}`, measured: `${rate(median(rates.ingest))} (COPY ${rate(median(rates.copy))}, ${times(ratio)})` },
    ]
  } finally {
    await client.end()
  }
}

/** Fills 92 days for a tenant with 10 resource groups and one with 100, and runs the screens' queries. */
async function readFigures(db: Db, small: SizedTenant, large: SizedTenant): Promise<Figure[]> {
  for (const [tenant, groups] of [
    [small, 10],
    [large, 100],
  ] as const)
    await fill(db, tenant.tenantId, groups)
  await asOwner(db, 'operator', (tx) => sql`analyze usage_hour`.execute(tx))
  const usage = createUsageService({ db, now: () => new Date(), isGranted: async () => true })
  const reader = (tenantId: string): Principal => ({ type: 'user', tenantId, id: tenantId, name: 'bench' })
  const asked: Record<string, (tenantId: string, service: UsageService) => Promise<unknown>> = {
    'a metric, 92 days': (id, service) =>
      service.metrics(reader(id), systemContext(id), { productCode, metricName: 'maxConcurrentModelRuns', days: 92 }),
    'all metrics of a product, 30 days, hourly': (id, service) => service.metrics(reader(id), systemContext(id), { productCode, days: 30 }),
    'quotas with projection': (id, service) => service.quotas(reader(id), systemContext(id)),
    'a product with its resource groups, 30 days': (id, service) => service.product(reader(id), systemContext(id), productCode, 30),
  }
  const figures: Figure[] = []
  for (const [what, ask] of Object.entries(asked)) {
    const samples = { small: [] as number[], large: [] as number[] }
    for (let round = -5; round < reads; round++) {
      for (const size of ['small', 'large'] as const) {
        const spent = await timed(() => ask(size === 'small' ? small.tenantId : large.tenantId, usage))
        if (round >= 0) samples[size].push(spent)
      }
    }
    const both = (values: readonly number[]) => `${ms(median(values))} / ${ms(percentile(values, 0.95))}`
    figures.push({ what, measured: `${both(samples.small)} · ${both(samples.large)}` })
  }
  return figures
}

const metricNames = ['maxConcurrentModelRuns', 'maxConcurrentNonModelRuns', 'modeledLocationsPerDay', 'maxJobsPerHour', 'storedExposures']

const fill = (db: Db, tenantId: string, groups: number): Promise<unknown> =>
  asOwner(
    db,
    'operator',
    async (tx) => {
      await sql`
        insert into resource_group (tenant_id, product_code, resource_group_name)
        select ${tenantId}, ${productCode}, 'Bench ' || number from generate_series(1, ${groups}::integer) number
            on conflict do nothing`.execute(tx)
      await sql`
        insert into company_quota (tenant_id, product_code, quota_name, value)
        select ${tenantId}, ${productCode}, name, 1000 from unnest(${metricNames}::text[]) name on conflict do nothing`.execute(tx)
      await sql`
        insert into usage_hour
        select ${tenantId}, ${productCode}, name, owner.id, hour, 60, 12, 9, 5, hour + interval '59 minutes'
          from unnest(${metricNames}::text[]) name,
               (select ${wholeCompany}::uuid as id union all
                select resource_group_id from resource_group where tenant_id = ${tenantId} and product_code = ${productCode}) owner,
               generate_series(date_trunc('hour', now()) - interval '92 days', date_trunc('hour', now()) - interval '1 hour', '1 hour') hour
            on conflict do nothing`.execute(tx)
    },
    { tenantId },
  )
