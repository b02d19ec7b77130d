import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { createUser, listUsers } from '@steward/contract/users/endpoints'
import { type CallInput, urlOf } from '@steward/contract/http'
import type * as Process from '../server/src/testing/process.ts'
import { read, signIn } from './lib/api.ts'
import { cpuSeconds, familySeconds } from './lib/cpu.ts'
import { median, ms, times } from './lib/measure.ts'
import type { Figure, Section } from './lib/results.ts'
import type * as Tenants from './lib/tenants.ts'

const rounds = 12
const concurrency = 4
/** Emails of created users leave after the answers. */
const settleMs = 1_500

interface Side {
  server: Process.ServerProcess
  token: string
  groupId: string
  end(): Promise<void>
}

/** What a request costs, in milliseconds: of the processors, and until the next one is done. */
interface Cost {
  processor: number
  wall: number
}

/**
 * Processor time of listing and creating users. With `earlier`, the folder of another commit in which `npm ci` and
 * `node scripts/messages.mjs compile` ran, both servers run at a time and take turns.
 */
export async function measure({ earlier }: { earlier?: string }): Promise<Section> {
  const here = await open(resolve(import.meta.dirname, '..'))
  const there = earlier === undefined ? undefined : await open(resolve(earlier))
  try {
    const list = (query: CallInput<typeof listUsers>['query']) => (side: Side) => read(side.server.url, side.token, listUsers, { query })
    const figures: Figure[] = []
    for (const [what, requests, goal, work] of [
      ['list as in the console, with details, groups and roles', 300, 1.5, list({ include: ['Details', 'Groups', 'Roles'] })],
      ['list with groups', 300, 1.5, list({ include: ['Groups'] })],
      ['create a user in a group, with the invitation', 150, 1.8, create],
    ] as const) {
      const costs = new Map<Side, Cost[]>()
      for (let round = -1; round < rounds; round++) {
        const sides = there ? [there, here] : [here]
        for (const side of round % 2 === 0 ? sides : sides.toReversed()) {
          const cost = await costOf(side, requests, () => work(side))
          // The first round warms up.
          if (round >= 0) costs.set(side, [...(costs.get(side) ?? []), cost])
        }
      }
      const of = (side: Side, part: keyof Cost) => median((costs.get(side) ?? []).map((cost) => cost[part]))
      for (const [part, label] of [
        ['processor', what],
        ['wall', `${what}: time of one with ${concurrency} at a time`],
      ] as const) {
        const now = of(here, part)
        if (!there) figures.push({ what: label, measured: ms(now) })
        else {
          const ratio = of(there, part) / now
          const aim = part === 'processor' ? { goal: `≥ ${goal}×`, met: ratio >= goal } : {}
          figures.push({ what: label, measured: `${ms(of(there, part))} · ${ms(now)} → ${times(ratio)}`, ...aim })
        }
      }
    }
    const compared = there
      ? `The server of commit ${commitOf(earlier)} and this one, each with its own engine`
      : 'The server with its engine'
    return {
      title: 'Processor time of listing and creating users',
      how: `${compared} and 1,000 users, ${there ? 'alternating ' : ''}in one run of ${rounds} rounds of 150 to 300 requests, ${concurrency} at a time; processor time of server and engine for a request, medians; Linux only`,
      figures,
    }
  } finally {
    await there?.end()
    await here.end()
  }
}

const commitOf = (checkout = '.'): string =>
  execFileSync('git', ['rev-parse', '--short=8', 'HEAD'], { cwd: checkout, encoding: 'utf8' }).trim()

/** A server from a checkout, on data of its own. */
async function open(root: string): Promise<Side> {
  const load = async (path: string): Promise<unknown> => import(pathToFileURL(join(root, path)).href)
  // The modules of another commit have the same shape, or fail.
  const { prepareTenants } = (await load('bench/lib/tenants.ts')) as typeof Tenants
  const { startServer } = (await load('server/src/testing/process.ts')) as typeof Process
  const { dataDir, tenants, discard } = await prepareTenants([1_000])
  const [tenant] = tenants
  if (!tenant) throw new Error('no tenant was prepared')
  // In tests every response is validated.
  const server = await startServer({ dataDir, environment: { STEWARD_ENV: 'production' } })
  return {
    server,
    token: await signIn(server.url, tenant),
    groupId: tenant.groupId,
    async end() {
      await server.stop()
      discard()
    },
  }
}

let created = 0

async function create({ server, token, groupId }: Side): Promise<void> {
  const body = {
    email: `new-${process.pid}-${created++}@example.com`,
    givenName: 'New',
    familyName: `Person ${created}`,
    groupIds: [groupId],
  }
  const response = await fetch(server.url + urlOf(createUser, {}), {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const answer = await response.text()
  if (response.status !== 201) throw new Error(`${createUser.id} answered ${response.status}: ${answer}`)
}

async function costOf({ server }: Side, requests: number, work: () => Promise<void>): Promise<Cost> {
  const engine = Number(readFileSync(join(server.dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0])
  const spent = () => cpuSeconds([server.pid]) + familySeconds(engine)
  const before = spent()
  const started = performance.now()
  let left = requests
  const lane = async () => {
    while (left-- > 0) await work()
  }
  await Promise.all(Array.from({ length: concurrency }, lane))
  const wall = (performance.now() - started) / requests
  await pause(settleMs)
  return { processor: ((spent() - before) * 1_000) / requests, wall }
}
