import { pino } from 'pino'
import { type HomePart, homeParts } from '@steward/contract/home/parts'
import { getHome } from '@steward/contract/home/endpoints'
import { loadConfig } from '../server/src/config.ts'
import { openProgram } from '../server/src/program.ts'
import { startServer } from '../server/src/testing/process.ts'
import { read, signIn } from './lib/api.ts'
import { median, ms, percentile, timed, times } from './lib/measure.ts'
import type { Figure, Section } from './lib/results.ts'
import { type SizedTenant, prepareTenants } from './lib/tenants.ts'

const small = 1_000
/** The goal is for a million; `--users` makes it smaller on busy machines. */
const million = 1_000_000
const rounds = 100

/** The home page and each part of it, in a small and a large tenant, alternating within one run. */
export async function measure({ users = million }: { users?: number }): Promise<Section> {
  const { dataDir, tenants, discard } = await prepareTenants([small, users])
  await addHistory(dataDir, tenants)
  const server = await startServer({ dataDir })
  try {
    const tokens = new Map<number, string>()
    for (const tenant of tenants) tokens.set(tenant.users, await signIn(server.url, tenant))
    const figures: Figure[] = []
    const asked: [string, HomePart[] | undefined][] = [
      ['all parts', undefined],
      ...homeParts.map((part): [string, HomePart[]] => [part, [part]]),
    ]
    for (const [what, parts] of asked) {
      const samples = new Map<number, number[]>(tenants.map((tenant) => [tenant.users, []]))
      for (let round = -10; round < rounds; round++) {
        for (const tenant of tenants) {
          const spent = await timed(() => read(server.url, tokens.get(tenant.users) ?? '', getHome, { query: { parts } }))
          // The first rounds warm up the pool and the plans.
          if (round >= 0) samples.get(tenant.users)?.push(spent)
        }
      }
      const of = (size: number) => samples.get(size) ?? []
      const ratio = percentile(of(users), 0.95) / percentile(of(small), 0.95)
      const shown = [small, users].map((size) => `${ms(median(of(size)))} / ${ms(percentile(of(size), 0.95))}`).join(' · ')
      figures.push({ what, measured: `${shown} → ${times(ratio)}`, goal: '≤ 1.5×', met: ratio <= 1.5 })
    }
    return {
      title: 'Home page by size of the tenant',
      how: `p50 / p95 over HTTP at ${small.toLocaleString('en-US')} · ${users.toLocaleString('en-US')} users, ${rounds} requests each, alternating; then the ratio of the p95. A tenth of the users sign in every day, for 7 days, and every invitation has expired`,
      figures,
    }
  } finally {
    await server.stop()
    discard()
  }
}

/** Sign-ins of a tenth of the users each day, and a link for every invited user, which has expired. */
async function addHistory(dataDir: string, tenants: readonly SizedTenant[]): Promise<void> {
  const program = await openProgram(loadConfig({ STEWARD_DATA_DIR: dataDir, STEWARD_ENV: 'test' }), pino({ level: 'warn' }))
  const client = await program.db.connect()
  try {
    for (const { tenantId } of tenants) {
      const { rows } = await client.query('select from one_time_token where tenant_id = $1 limit 1', [tenantId])
      if (rows.length > 0) continue
      await client.query(
        `insert into one_time_token (tenant_id, token_digest, user_id, purpose, created_at, expires_at)
         select tenant_id, uuid_send(user_id), user_id, 'activation', now() - interval '9 days', now() - interval '2 days'
           from app_user where tenant_id = $1 and status = 'FORCE_CHANGE_PASSWORD'`,
        [tenantId],
      )
      const { rows: people } = await client.query<{ id: string }>(
        'select user_id as id from app_user where tenant_id = $1 order by user_id',
        [tenantId],
      )
      for (let day = 0; day < 7; day++) {
        const those = people.filter((_, index) => index % 10 === day).map(({ id }) => id)
        // Few at a time: each event adds to the count of its day.
        for (let first = 0; first < those.length; first += 500) {
          await client.query(
            `insert into system_log (tenant_id, occurred_at, kind, outcome, user_id, username)
             select tenant_id, now() - make_interval(days => $2), 'sign_in', 'success', user_id, username
               from app_user where tenant_id = $1 and user_id = any($3::uuid[])`,
            [tenantId, day, those.slice(first, first + 500)],
          )
        }
      }
    }
    await client.query('vacuum analyze one_time_token, event_day, row_count')
  } finally {
    await client.end()
    await program.close()
  }
}
