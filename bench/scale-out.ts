import { spawnSync } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { createGroup } from '@steward/contract/groups/endpoints'
import { urlOf } from '@steward/contract/http'
import { login } from '@steward/contract/session/endpoints'
import { listUsers } from '@steward/contract/users/endpoints'
import { pino } from 'pino'
import { loadConfig } from '../server/src/config.ts'
import { readPidFile } from '../server/src/db/engine-process.ts'
import { asOwner } from '../server/src/db/tenant.ts'
import { openProgram } from '../server/src/program.ts'
import { formatSecrets, readSecrets } from '../server/src/secrets/secrets.ts'
import { hashPassword } from '../server/src/session/hasher.ts'
import { createTenant } from '../server/src/tenants/service.ts'
import { startBalancer } from '../server/src/testing/balancers.ts'
import { startDatabaseAddress } from '../server/src/testing/database-address.ts'
import { type ServerProcess, startServer } from '../server/src/testing/process.ts'
import { startReplicated } from '../server/src/testing/standby.ts'
import { databaseUrl } from '../server/src/testing/steward.ts'
import { makeTemporaryDirectory } from '../server/src/testing/temporary.ts'
import { exchange, read, signIn } from './lib/api.ts'
import { median, ms, ratePerSecond, times } from './lib/measure.ts'
import type { Figure, Section } from './lib/results.ts'
import { type SizedTenant, prepareTenants } from './lib/tenants.ts'

const turns = Number(process.env['BENCH_TURNS'] ?? 7)
const seconds = 3
/** Callers of each server. */
const callers = 4
const outageSeconds = 12

/** One server and two on one database, each on a core of its own, and how long callers get no answer when something is killed. */
export async function measure(): Promise<Section> {
  const section = await measureServers()
  return { ...section, figures: [...section.figures, ...(await measureFailover())] }
}

async function measureServers(): Promise<Section> {
  const { dataDir, tenants, discard } = await prepareTenants([2_000])
  const [tenant] = tenants
  if (!tenant) throw new Error('no tenant was prepared')
  // Starts the engine, and starts it again when it ends.
  const program = await openProgram(loadConfig({ STEWARD_DATA_DIR: dataDir, STEWARD_ENV: 'test' }), pino({ level: 'fatal' }), {
    onEngineLost: (error) => {
      throw error
    },
  })
  const environment = {
    STEWARD_ENV: 'production',
    LOG_LEVEL: 'fatal',
    PUBLIC_URL: 'http://localhost:8080',
    DATABASE_URL: databaseUrl(program.db.connection),
    STEWARD_SECRETS: formatSecrets(await readSecrets({ dataDir, secrets: undefined, secretsFile: undefined })),
    STEWARD_TRUST_PROXY: 'loopback',
  }
  const own = () => startServer({ dataDir: join(makeTemporaryDirectory('steward-bench-'), 'data'), environment })
  const servers = [await own(), await own()] as const
  try {
    const isPinned = servers.every((server, core) => pin(server, core))
    return {
      title: 'Several servers',
      how: `One server and two on one database, ${isPinned ? 'each server on a core of its own' : 'not pinned'}; database and callers share ${coresLeft()}; ${callers} callers for each server, ${turns} turns of ${seconds} s each, alternating, medians. Then one is killed behind a balancer, and last the database, which the program starts again; the longest time without an answer in ${outageSeconds} s of one list after the other. For the failover, on a database of its own with synchronous replication, the standby is promoted as soon as the primary is killed, and the address of the database follows; groups are created, too`,
      figures: [...(await measureRates(servers, tenant)), ...(await measureOutages(servers, tenant, join(dataDir, 'postgres')))],
    }
  } finally {
    await Promise.all(servers.map((server) => server.kill()))
    await program.close()
    discard()
  }
}

/** Puts every thread of a server on one core. False where that can't be done. */
const pin = ({ pid }: ServerProcess, core: number): boolean => spawnSync('taskset', ['-acp', String(core), String(pid)]).status === 0

const coresLeft = () =>
  availableParallelism() > 2 ? `all ${availableParallelism()} cores` : 'the same two cores, which limits what two servers can reach'

async function measureRates(servers: readonly [ServerProcess, ServerProcess], tenant: SizedTenant): Promise<Figure[]> {
  const token = await signIn(servers[0].url, tenant)
  let call = 0
  const lists = (among: readonly ServerProcess[]) => () =>
    read(among[call++ % among.length]?.url ?? '', token, listUsers, { query: { include: ['Groups'] } })
  const { tenantName, username, password } = tenant
  const signIns = (among: readonly ServerProcess[]) => async () => {
    const at = call++
    const address = `198.18.${(at >> 8) & 255}.${at & 255}`
    const { status, text } = await exchange(
      (among[at % among.length]?.url ?? '') + login.path,
      { tenantName, username, password },
      { address },
    )
    if (status !== 200) throw new Error(`sign-in answered ${status}: ${text}`)
  }
  const figures: Figure[] = []
  for (const [what, work] of [
    ['lists of users', lists],
    ['sign-ins', signIns],
  ] as const) {
    const one: number[] = []
    const two: number[] = []
    for (let turn = -1; turn < turns; turn++) {
      const alone = await ratePerSecond(work([servers[0]]), callers, seconds)
      const together = await ratePerSecond(work(servers), callers * servers.length, seconds)
      if (turn < 0) continue // warms up
      one.push(alone)
      two.push(together)
    }
    const ratio = median(two.map((rate, turn) => rate / (one[turn] ?? Number.NaN)))
    figures.push({
      what: `${what} per second with one server · two`,
      measured: `${median(one).toFixed(0)} · ${median(two).toFixed(0)}, ${times(ratio)}`,
    })
  }
  return figures
}

async function measureOutages(servers: readonly [ServerProcess, ServerProcess], tenant: SizedTenant, engine: string): Promise<Figure[]> {
  const balancer = await startBalancer([servers[0].url, servers[1].url])
  try {
    const list = lister(balancer.url, await signIn(balancer.url, tenant))
    const behind = `longest time without an answer behind ${balancer.name}`
    const pid = (await readPidFile(engine))?.pid ?? 0
    return [
      { what: `${behind}, nothing killed`, measured: ms(await longestGap(list, () => undefined)) },
      { what: `${behind}, one server of two killed`, measured: ms(await longestGap(list, () => servers[1].kill())) },
      { what: `${behind}, database killed`, measured: ms(await longestGap(list, () => process.kill(pid, 'SIGKILL'))) },
    ]
  } finally {
    await balancer.close()
  }
}

/** Two servers on a primary that is killed, whose standby takes its place. */
async function measureFailover(): Promise<Figure[]> {
  const engines = await startReplicated({ isSynchronous: true })
  const address = await startDatabaseAddress(engines.primary.connection)
  const dataDir = makeTemporaryDirectory('steward-bench-')
  const environment = {
    STEWARD_ENV: 'production',
    LOG_LEVEL: 'fatal',
    PUBLIC_URL: 'http://localhost:8080',
    DATABASE_URL: databaseUrl(address.connection),
    STEWARD_SECRETS: formatSecrets(await readSecrets({ dataDir, secrets: undefined, secretsFile: undefined })),
    STEWARD_TRUST_PROXY: 'loopback',
  }
  const servers: ServerProcess[] = []
  try {
    const account = await makeAccount(environment)
    const own = () => startServer({ dataDir: join(makeTemporaryDirectory('steward-bench-'), 'data'), environment })
    const [first, second] = [await own(), await own()]
    servers.push(first, second)
    const balancer = await startBalancer([first.url, second.url])
    try {
      const token = await signIn(balancer.url, account)
      const failOver = async () => {
        engines.killPrimary()
        await engines.promote()
        address.leadTo(engines.standby.connection)
      }
      const [reads, changes] = await Promise.all([
        longestGap(lister(balancer.url, token), failOver),
        longestGap(creator(balancer.url, token), () => undefined),
      ])
      const what = `longest time without an answer behind ${balancer.name}, primary killed and its standby promoted`
      return [
        { what: `${what}: lists`, measured: ms(reads) },
        { what: `${what}: changes`, measured: ms(changes) },
      ]
    } finally {
      await balancer.close()
    }
  } finally {
    await Promise.all(servers.map((server) => server.kill()))
    await address.close()
    await engines.close()
  }
}

/** A tenant in an empty database. */
async function makeAccount(environment: Record<string, string>) {
  const [tenantName, username, password] = ['failover', 'ada@failover.example', 'Correct-horse-7-battery'] as const
  const log = pino({ level: 'fatal' })
  const program = await openProgram(loadConfig({ ...environment, STEWARD_DATA_DIR: makeTemporaryDirectory('steward-bench-') }), log)
  try {
    const passwordHash = await hashPassword(password)
    const administrator = { email: username, givenName: 'Ada', familyName: 'Admin', status: 'CONFIRMED', passwordHash } as const
    await asOwner(program.db, 'operator', (tx) => createTenant(tx, { tenantName, displayName: tenantName, administrator }))
  } finally {
    await program.close()
  }
  return { tenantName, username, password }
}

const headersOf = (token: string) => ({ authorization: `Bearer ${token}`, 'content-type': 'application/json' })

/** Whether a list of users is answered. */
const lister = (url: string, token: string) => async () => {
  const answer = await fetch(url + urlOf(listUsers, {}), { headers: headersOf(token) })
  await answer.arrayBuffer()
  return answer.ok
}

/** Whether a new group is answered. */
const creator = (url: string, token: string) => {
  let number = 0
  return async () => {
    const body = JSON.stringify({ groupName: `Group ${++number}` })
    const answer = await fetch(url + urlOf(createGroup, {}), { method: createGroup.method, headers: headersOf(token), body })
    await answer.arrayBuffer()
    return answer.ok
  }
}

/** Calls over and over; what fails does not count. Returns the longest time between two answers, in milliseconds. */
async function longestGap(isServed: () => Promise<boolean>, kill: () => unknown): Promise<number> {
  const ends = performance.now() + outageSeconds * 1_000
  let last = performance.now()
  let longest = 0
  let isKilled = false
  while (performance.now() < ends || last < ends - outageSeconds * 500) {
    if (!isKilled && performance.now() > ends - outageSeconds * 900) {
      isKilled = true
      await kill()
    }
    if (await isServed().catch(() => false)) {
      longest = Math.max(longest, performance.now() - last)
      last = performance.now()
    } else await delay(20)
    if (performance.now() > ends + 60_000) throw new Error('nothing answered for a minute')
  }
  return longest
}
