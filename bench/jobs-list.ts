import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pino } from 'pino'
import type { CallInput } from '@steward/contract/http'
import { jobSorts } from '@steward/contract/jobs/constants'
import { listJobs } from '@steward/contract/jobs/endpoints'
import { loadConfig } from '../server/src/config.ts'
import { openProgram } from '../server/src/program.ts'
import { startServer } from '../server/src/testing/process.ts'
import { read, signIn } from './lib/api.ts'
import { type JobLoad, addJobs, values } from './lib/jobs.ts'
import { median, ms, percentile, timed, times } from './lib/measure.ts'
import type { Figure, Section } from './lib/results.ts'
import { prepareTenants } from './lib/tenants.ts'

const smallJobs = 10_000
/** `BENCH_JOBS` makes the large log smaller. */
const largeJobs = Number(process.env['BENCH_JOBS'] ?? 10_000_000)
const rounds = Number(process.env['BENCH_ROUNDS'] ?? 100)
const warmUp = 5

type Query = NonNullable<CallInput<typeof listJobs>['query']>

/** Filters, with values that differ from round to round so that no cache helps. */
const filters: Record<string, (load: JobLoad, round: number) => Query> = {
  failed: () => ({ status: ['Failed'] }),
  'waiting or running': () => ({ status: ['Running', 'Queued', 'Pending'] }),
  product: (_, round) => ({ productCode: [values.products[round % 3] ?? ''] }),
  type: (_, round) => ({ operation: [values.operations[round % 12] ?? ''] }),
  creator: (_, round) => ({ createdBy: [values.creators[round % 100] ?? ''] }),
  'resource group': ({ resourceGroupIds }, round) => ({ resourceGroupId: [resourceGroupIds[round % 4] ?? ''] }),
  'common tag': ({ tagIds }) => ({ tagId: tagIds.slice(0, 1) }),
  'rare tag': ({ tagIds }) => ({ tagId: tagIds.slice(1) }),
}

const requests: Record<string, (load: JobLoad, round: number) => Query> = {
  'newest page': () => ({}),
  'oldest page': () => ({ sort: 'createdAt' }),
  // About as frequent in both logs.
  'search for part of a name': (_, round) => ({ search: `nalyst${1 + (round % 9)}` }),
  'search for the id of a workflow': (_, round) => ({ search: `WF-${round % 1_000}` }),
  'search without a match': (_, round) => ({ search: `nothing ${round}` }),
  ...Object.fromEntries(
    jobSorts.slice(1).flatMap((sort) => [
      [`by ${sort}`, () => ({ sort })],
      [`by ${sort}, descending`, () => ({ sort: `-${sort}` as const })],
    ]),
  ),
  ...filters,
  ...Object.fromEntries(
    Object.entries(filters).flatMap(([first, one], index, all) =>
      all.slice(index + 1).flatMap(([second, other]) => {
        const both = (load: JobLoad, round: number): Query => ({ ...one(load, round), ...other(load, round) })
        // Two values of the same filter are not a pair.
        const isPair =
          Object.keys(one({ resourceGroupIds: [], tagIds: [] }, 0))[0] !== Object.keys(other({ resourceGroupIds: [], tagIds: [] }, 0))[0]
        return isPair ? [[`${first} + ${second}`, both] as const] : []
      }),
    ),
  ),
}

/** Pages of a large job log and a small one, for every filter and pair of filters. */
export async function measure(): Promise<Section> {
  const { dataDir, tenants, discard } = await prepareTenants([100, 101])
  const [small, large] = tenants
  if (!small || !large) throw new Error('no tenants to fill')
  // First: it brings a log of an earlier version up to date, which takes minutes.
  const program = await openProgram(loadConfig({ STEWARD_DATA_DIR: dataDir, STEWARD_ENV: 'test' }), pino({ level: 'silent' }))
  const server = await startServer({ dataDir })
  try {
    const logs: { load: JobLoad; token: string }[] = []
    // Kept with BENCH_DATA_DIR, as the tenants are.
    const list = join(dirname(dataDir), 'jobs.json')
    const kept = existsSync(list) ? (JSON.parse(readFileSync(list, 'utf8')) as JobLoad[]) : []
    for (const [index, [tenant, jobs]] of (
      [
        [small, smallJobs],
        [large, largeJobs],
      ] as const
    ).entries()) {
      const started = Date.now()
      const load = kept[index] ?? (await addJobs(program.db, tenant.tenantId, tenant.username, jobs))
      process.stdout.write(`  ${jobs.toLocaleString('en')} jobs: ${((Date.now() - started) / 1000).toFixed(1)} s\n`)
      logs.push({ load, token: await signIn(server.url, tenant) })
    }
    writeFileSync(list, JSON.stringify(logs.map(({ load }) => load)))
    const samples = new Map(Object.keys(requests).map((what) => [what, logs.map((): number[] => [])]))
    // Request by request within each round, so that a busy moment of the machine meets all of them.
    for (let round = -warmUp; round < rounds; round++) {
      for (const [what, queryOf] of Object.entries(requests)) {
        for (const [index, { load, token }] of logs.entries()) {
          const query = { days: 92, ...queryOf(load, round + warmUp) } as const
          const spent = await timed(() => read(server.url, token, listJobs, { query }))
          if (round >= 0) samples.get(what)?.[index]?.push(spent)
        }
      }
    }
    const figures = [...samples].map(([what, [few = [], many = []]]): Figure => {
      const ratio = median(many) / median(few)
      return {
        what,
        measured: `${ms(median(few))} / ${ms(percentile(few, 0.95))} · ${ms(median(many))} / ${ms(percentile(many, 0.95))} → ${times(ratio)}`,
        goal: '≤ 1.5×',
        met: ratio <= 1.5,
      }
    })
    return {
      title: 'Job log by size',
      how: `p50 / p95 over HTTP of a page of 20 at ${smallJobs.toLocaleString('en')} · ${largeJobs.toLocaleString('en')} jobs in 89 days, ${rounds} requests each, alternating; then the ratio of medians`,
      figures,
    }
  } finally {
    await server.stop()
    await program.close()
    discard()
  }
}
