import { pino } from 'pino'
import { sql } from 'kysely'
import { listModelEntitlements } from '@steward/contract/licenses/endpoints'
import type { CallInput } from '@steward/contract/http'
import { loadConfig } from '../server/src/config.ts'
import { asOwner, operator } from '../server/src/db/tenant.ts'
import { openProgram } from '../server/src/program.ts'
import { hashPassword } from '../server/src/session/hasher.ts'
import { createTenant } from '../server/src/tenants/service.ts'
import { makeTemporaryDirectory } from '../server/src/testing/temporary.ts'
import { startServer } from '../server/src/testing/process.ts'
import { rmSync } from 'node:fs'
import { read, signIn } from './lib/api.ts'
import { median, ms, percentile, timed, times } from './lib/measure.ts'
import type { Section } from './lib/results.ts'

const sizes = [1_000, 200_000] as const
const rounds = 300
const password = 'Correct-horse-7-battery'

type Input = CallInput<typeof listModelEntitlements>

const perils = ['Earthquake', 'Windstorm', 'Flood', 'Wildfire', 'Severe Convective Storm', 'Winter Storm', 'Terrorism', 'Cyber']
const continents = ['Africa', 'Asia', 'Europe', 'North America', 'Oceania', 'South America', 'Antarctica']

/** Typical uses of the list; search terms differ from round to round. */
const requests: Record<string, (round: number, size: number) => Input> = {
  'first page': () => ({ query: {} }),
  'page in the middle': (_, size) => ({ query: { offset: size / 2 } }),
  'search for a peril': (round) => ({ query: { search: perils[round % perils.length] } }),
  'search for terms from two columns': (round) => ({
    query: { search: `${continents[round % continents.length]} ${perils[round % perils.length]?.slice(0, 5)}` },
  }),
  'search for part of a product code': (round) => ({ query: { search: `m-${(round % 9) + 1}` } }),
  'licensed ones by end date': () => ({ query: { state: 'licensed', sort: 'endDate' } }),
}

/** The models of tenants with 1,000 and 200,000 model entitlements, alternating within one run. */
export async function measure(): Promise<Section> {
  const directory = makeTemporaryDirectory('steward-bench-')
  try {
    await prepare(directory)
    const server = await startServer({ dataDir: directory })
    try {
      const tokens = await Promise.all(sizes.map((size) => signIn(server.url, accountOf(size))))
      const figures = []
      for (const [what, inputOf] of Object.entries(requests)) {
        const samples: number[][] = sizes.map(() => [])
        for (let round = -20; round < rounds; round++) {
          for (const [index, size] of sizes.entries()) {
            const input = inputOf(Math.abs(round), size)
            const spent = await timed(() => read(server.url, tokens[index] ?? '', listModelEntitlements, input))
            // The first rounds warm up the pool and read the models.
            if (round >= 0) samples[index]?.push(spent)
          }
        }
        const [small, large] = [samples[0] ?? [], samples[1] ?? []]
        const ratio95 = percentile(large, 0.95) / percentile(small, 0.95)
        const pair = (one: number[]) => `${ms(median(one))} / ${ms(percentile(one, 0.95))}`
        figures.push({
          what,
          measured: `${pair(small)} · ${pair(large)} → ${times(median(large) / median(small))} / ${times(ratio95)}`,
          goal: 'p95 ≤ 1.5×',
          met: ratio95 <= 1.5,
        })
      }
      return {
        title: 'Model entitlements by number',
        how: `p50 / p95 over HTTP at 1,000 · 200,000 models, ${rounds} requests each, alternating; then the ratio of larger to smaller`,
        figures,
      }
    } finally {
      await server.stop()
    }
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
}

const accountOf = (size: number) => ({ tenantName: `models-${size}`, username: `admin@models-${size}.example`, password })

async function prepare(dataDir: string): Promise<void> {
  const program = await openProgram(loadConfig({ STEWARD_DATA_DIR: dataDir, STEWARD_ENV: 'test' }), pino({ level: 'warn' }))
  try {
    const passwordHash = await hashPassword(password)
    for (const size of sizes) {
      const { tenantName, username: email } = accountOf(size)
      const administrator = { email, givenName: 'Ada', familyName: 'Admin', status: 'CONFIRMED' as const, passwordHash }
      const make = (tx: Parameters<typeof createTenant>[0]) =>
        createTenant(tx, { tenantName, displayName: `A company of ${size} models`, administrator })
      const { tenantId } = await asOwner(program.db, 'operator', make, { actor: operator })
      const areas = perils.length * continents.length
      await asOwner(
        program.db,
        'operator',
        (tx) =>
          sql`insert into model_entitlement (tenant_id, product_code, product_name, continent, peril, end_date)
              select ${tenantId}::uuid, 'M-' || n / ${areas}::int, 'Product ' || n / ${areas}::int || ' HD', (${continents}::text[])[1 + n % ${continents.length}::int],
                     (${perils}::text[])[1 + (n / ${continents.length}::int) % ${perils.length}::int], now() + (n % 1000 - 200) * interval '1 day'
                from generate_series(0, ${size - 1}::int) n`.execute(tx),
        { tenantId },
      )
    }
  } finally {
    await program.close()
  }
}
