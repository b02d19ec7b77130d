import { pino } from 'pino'
import type { CallInput } from '@steward/contract/http'
import { listCurrencies, listCurrencySchemes, listVintages } from '@steward/contract/reference-data/currencies'
import { listExchangeRates } from '@steward/contract/reference-data/rates'
import { listTags } from '@steward/contract/reference-data/tags'
import { loadConfig } from '../server/src/config.ts'
import type { Db } from '../server/src/db/pool.ts'
import { asOwner } from '../server/src/db/tenant.ts'
import { openProgram } from '../server/src/program.ts'
import { startServer } from '../server/src/testing/process.ts'
import { read, signIn } from './lib/api.ts'
import { median, ms, percentile, timed, times } from './lib/measure.ts'
import { addScheme, addVintage, schemeCode } from './lib/rates.ts'
import type { Figure, Section } from './lib/results.ts'
import { prepareTenants } from './lib/tenants.ts'

const smallRates = 10_000
/** `BENCH_RATES` makes the large tenant smaller. */
const largeRates = Number(process.env['BENCH_RATES'] ?? 10_000_000)
const rounds = Number(process.env['BENCH_ROUNDS'] ?? 200)
const warmUp = 20
const tags = 1_000
const vintage = 'Bench'

type RatesQuery = Partial<CallInput<typeof listExchangeRates>['query']>
const rates =
  (query: RatesQuery = {}) =>
  (url: string, token: string) =>
    read(url, token, listExchangeRates, { query: { currencySchemeCode: schemeCode, vintage, limit: 100, ...query } })

/** The first page of each table, as the console asks for it. */
const lists: Record<string, (url: string, token: string) => Promise<unknown>> = {
  currencies: (url, token) => read(url, token, listCurrencies, { query: { limit: 100 } }),
  'currencies, filtered': (url, token) =>
    read(url, token, listCurrencies, { query: { limit: 100, where: `currencyCode LIKE 'XB*' AND isActive = true` } }),
  'currency schemes': (url, token) => read(url, token, listCurrencySchemes, { query: { limit: 100 } }),
  vintages: (url, token) => read(url, token, listVintages, { query: { limit: 100, where: `currencySchemeCode = '${schemeCode}'` } }),
  'data tags': (url, token) => read(url, token, listTags, { query: { limit: 100 } }),
  rates: rates(),
  'rates, given': rates({ isDerived: 'false' }),
  'rates, derived': rates({ isDerived: 'true' }),
  'rates as of a day': rates({ asOfDate: '1850-01-20' }),
  'rates from a currency': rates({ fromCurrencyCode: 'XAB' }),
  'rates between two currencies': rates({ fromCurrencyCode: 'XAB', toCurrencyCode: 'XCD' }),
  'rates, searched': rates({ search: 'XC' }),
  'rates by rate': rates({ sort: 'exchangeRate' }),
}

/** The lists of all tables of reference data, in a tenant with many rates and in one with few. */
export async function measure(): Promise<Section> {
  const { dataDir, tenants, discard } = await prepareTenants([100, 101])
  const [small, large] = tenants
  if (!small || !large) throw new Error('no tenants to fill')
  const server = await startServer({ dataDir })
  const program = await openProgram(loadConfig({ STEWARD_DATA_DIR: dataDir, STEWARD_ENV: 'test' }), pino({ level: 'silent' }))
  try {
    const tokens: string[] = []
    for (const [tenant, count] of [
      [small, smallRates],
      [large, largeRates],
    ] as const) {
      const loaded = await timed(() => fill(program.db, tenant, count))
      process.stdout.write(`  ${count.toLocaleString('en')} rates: ${(loaded / 1000).toFixed(1)} s\n`)
      tokens.push(await signIn(server.url, tenant))
    }
    const samples = new Map(Object.keys(lists).map((what) => [what, tokens.map((): number[] => [])]))
    // List by list within each round, so that a busy moment of the machine meets all of them.
    for (let round = -warmUp; round < rounds; round++) {
      for (const [what, list] of Object.entries(lists)) {
        for (const [index, token] of tokens.entries()) {
          const spent = await timed(() => list(server.url, token))
          if (round >= 0) samples.get(what)?.[index]?.push(spent)
        }
      }
    }
    const figures = [...samples].map(([what, [few = [], many = []]]): Figure => {
      const ratio = percentile(many, 0.95) / percentile(few, 0.95)
      return {
        what,
        measured: `${ms(median(few))} / ${ms(percentile(few, 0.95))} · ${ms(median(many))} / ${ms(percentile(many, 0.95))} → ${times(ratio)}`,
        goal: '≤ 1.5×',
        met: ratio <= 1.5,
      }
    })
    return {
      title: 'Lists of reference data by size',
      how: `p50 / p95 over HTTP of the first 100 rows in a tenant with ${smallRates.toLocaleString('en')} rates · ${largeRates.toLocaleString('en')} rates, ${tags.toLocaleString('en')} tags in both, ${rounds} requests each, alternating; then the ratio of the 95th percentiles`,
      figures,
    }
  } finally {
    await program.close()
    await server.stop()
    discard()
  }
}

async function fill(db: Db, { tenantId, username }: { tenantId: string; username: string }, count: number): Promise<void> {
  const schemeId = await addScheme(db, tenantId)
  await addVintage(db, tenantId, schemeId, vintage, count)
  const by = { tenant_id: tenantId, created_by: username, updated_by: username }
  await asOwner(
    db,
    'operator',
    (tx) =>
      tx
        .insertInto('tag')
        .values(Array.from({ length: tags }, (_, index) => ({ ...by, tag_name: `tag_${index}` })))
        .execute(),
    { tenantId },
  )
  const client = await db.connect()
  await client.query('vacuum analyze currency_rate')
  await client.end()
}
