import { pino } from 'pino'
import pg from 'pg'
import { listUsers } from '@steward/contract/users/endpoints'
import { listUsersQuery } from '@steward/contract/users/schemas'
import { loadConfig } from '../server/src/config.ts'
import { systemContext, withTenant } from '../server/src/db/tenant.ts'
import { GroupNames } from '../server/src/users/group-names.ts'
import { readUserPage } from '../server/src/users/queries.ts'
import { openProgram } from '../server/src/program.ts'
import { startServer } from '../server/src/testing/process.ts'
import { read, signIn } from './lib/api.ts'
import { median, ratePerSecond } from './lib/measure.ts'
import type { Section } from './lib/results.ts'
import { prepareTenants } from './lib/tenants.ts'

const concurrency = 8

/** A statement as the driver sends it. */
interface Statement {
  text: string
  values: unknown[]
}

/** The statements that `work` sends, by any connection of the process. */
async function statementsOf(work: () => Promise<unknown>): Promise<Statement[]> {
  const statements: Statement[] = []
  const { prototype } = pg.Client
  const { query } = prototype
  prototype.query = function (this: pg.Client, config: string | pg.QueryConfig, ...rest: unknown[]) {
    statements.push(
      typeof config === 'string'
        ? { text: config, values: Array.isArray(rest[0]) ? rest[0] : [] }
        : { text: config.text, values: config.values ?? [] },
    )
    return (query as (...given: unknown[]) => unknown).call(this, config, ...rest)
  } as typeof query
  try {
    await work()
  } finally {
    prototype.query = query
  }
  return statements
}

/** Lists per second over HTTP against the same statements sent by the bare driver, alternating. */
export async function measure(): Promise<Section> {
  const { dataDir, tenants, discard } = await prepareTenants([1_000])
  const [tenant] = tenants
  if (!tenant) throw new Error('no tenant was prepared')
  const query = listUsersQuery.parse({ include: ['Groups'] })
  // In tests every response is validated.
  const server = await startServer({ dataDir, environment: { STEWARD_ENV: 'production' } })
  // Uses the server's engine, for the address of the database.
  const program = await openProgram(loadConfig({ STEWARD_DATA_DIR: dataDir, STEWARD_ENV: 'test' }), pino({ level: 'warn' }))
  const pool = new pg.Pool({ ...program.db.connection, max: concurrency })
  const names = new GroupNames()
  const listInProcess = () =>
    withTenant(
      program.db,
      systemContext(tenant.tenantId),
      (tx) => readUserPage(tx, names, query, { ...query, include: query.include ?? [] }),
      {
        readOnly: true,
      },
    )
  await listInProcess()
  // The second time, names of groups are known.
  const statements = await statementsOf(listInProcess)
  const bare: number[] = []
  const http: number[] = []
  const once = async () => {
    const client = await pool.connect()
    try {
      for (const { text, values } of statements) await client.query(text, values)
    } finally {
      client.release()
    }
  }
  try {
    const token = await signIn(server.url, tenant)
    const overHttp = () => read(server.url, token, listUsers, { query: { include: ['Groups'] } })
    for (let round = 0; round < 5; round++) {
      bare.push(await ratePerSecond(once, concurrency, 3))
      http.push(await ratePerSecond(overHttp, concurrency, 3))
    }
  } finally {
    await pool.end()
    await program.close()
    await server.stop()
    discard()
  }
  const ratio = median(http.map((rate, index) => rate / (bare[index] ?? Number.NaN)))
  return {
    title: 'Throughput of the users list',
    how: `First page with groups, ${concurrency} concurrent, client on the same machine; five turns of three seconds each, medians`,
    figures: [
      { what: 'the same statements through the bare driver, per second', measured: median(bare).toFixed(0) },
      { what: 'lists over HTTP, per second', measured: median(http).toFixed(0) },
      { what: 'ratio by turn', measured: ratio.toFixed(2), goal: '≥ 0.6', met: ratio >= 0.6 },
    ],
  }
}
