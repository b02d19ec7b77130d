import { pino } from 'pino'
import type { MintedApiKey } from '@steward/contract/api-keys/schemas'
import { createApiKey } from '@steward/contract/api-keys/endpoints'
import type { Group } from '@steward/contract/groups/schemas'
import { listGroups } from '@steward/contract/groups/endpoints'
import { urlOf } from '@steward/contract/http'
import { getPushKey } from '@steward/contract/notifications/endpoints'
import { type App, buildApp } from '../server/src/app.ts'
import { loadConfig } from '../server/src/config.ts'
import type { Db } from '../server/src/db/pool.ts'
import { systemContext, withTenant } from '../server/src/db/tenant.ts'
import { openProgram } from '../server/src/program.ts'
import { read, signIn } from './lib/api.ts'
import { median, ms, ratePerSecond, timed } from './lib/measure.ts'
import type { Figure, Section } from './lib/results.ts'
import { prepareTenants, type SizedTenant } from './lib/tenants.ts'

const rounds = 100
const callsInRound = 50
const concurrency = 8
/** User changes per second, as in mass provisioning; concurrent calls of one program; seconds per turn, and turns. */
const changesPerSecond = 300
const callsPerSecond = 100
const turnSeconds = 1
const changesAtOnce = 4
const changeTurns = 12

async function call<T>(url: string, token: string, method: string, body?: object): Promise<T> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const response = await fetch(url, { method, headers, body: body && JSON.stringify(body) })
  if (!response.ok) throw new Error(`${url} answered ${response.status}: ${await response.text()}`)
  // The contract's answer.
  return (await response.json()) as T
}

/** A key with the first group of the tenant. */
async function makeKey(url: string, token: string): Promise<string> {
  const { items } = await call<{ items: Group[] }>(url + urlOf(listGroups, {}), token, 'GET')
  const groups = items.slice(0, 1).map((group) => group.groupId)
  const body = { apiKeyName: `Bench ${Date.now()}`, groups }
  return (await call<MintedApiKey>(url + urlOf(createApiKey, {}), token, 'POST', body)).apiKey
}

/** The cost of counting calls, on four servers in turn in one process; then keys against access tokens on one of them. */
export async function measure(): Promise<Section> {
  const { dataDir, tenants, discard } = await prepareTenants([1_000, 500])
  const [tenant, other] = tenants
  if (!tenant || !other) throw new Error('no tenant was prepared')
  const config = loadConfig({ STEWARD_DATA_DIR: dataDir, STEWARD_ENV: 'production', PORT: '0' })
  const log = pino({ level: 'warn' })
  const program = await openProgram(config, log)
  const apps: App[] = []
  const listen = async (countsUsage: boolean): Promise<string> => {
    const app = await buildApp({ config, db: program.db, log, countsUsage, rateLimits: false })
    apps.push(app)
    return app.http.listen({ host: '127.0.0.1', port: 0 })
  }
  try {
    // The order of creation affects a server's speed, so both kinds get both positions.
    const servers: Server[] = []
    for (const kind of ['counted', 'bare', 'bare', 'counted'] as const) servers.push({ kind, url: await listen(kind === 'counted') })
    const section = await compare(servers, tenant)
    return { ...section, figures: [...section.figures, ...(await besideChanges(program.db, servers, [tenant, other]))] }
  } finally {
    for (const app of apps) await app.close()
    await program.close()
    discard()
  }
}

interface Server {
  kind: 'counted' | 'bare'
  url: string
}

async function compare(servers: readonly Server[], tenant: SizedTenant): Promise<Section> {
  const [first] = servers
  if (!first) throw new Error('no server to ask')
  const token = await signIn(first.url, tenant)
  const key = await makeKey(first.url, token)
  const ask = (url: string, bearer: string) => read(url, bearer, getPushKey, {})
  const p50s = { counted: [] as number[], bare: [] as number[] }
  for (let round = -4; round < rounds; round++) {
    const turn = { counted: 0, bare: 0 }
    // Alternate the order, so that neither always gets a warm machine.
    const shift = Math.abs(round) % servers.length
    for (const { kind, url } of [...servers.slice(shift), ...servers.slice(0, shift)]) {
      const spent: number[] = []
      for (let count = 0; count < callsInRound; count++) spent.push(await timed(() => ask(url, key)))
      turn[kind] += median(spent) / 2
    }
    if (round < 0) continue
    p50s.counted.push(turn.counted)
    p50s.bare.push(turn.bare)
  }
  const cost = median(p50s.counted) / median(p50s.bare) - 1
  const byKey: number[] = []
  const byToken: number[] = []
  for (let turn = 0; turn < 7; turn++) {
    byKey.push(await ratePerSecond(() => ask(first.url, key), concurrency, 2))
    byToken.push(await ratePerSecond(() => ask(first.url, token), concurrency, 2))
  }
  const ratio = median(byKey.map((rate, index) => rate / (byToken[index] ?? Number.NaN)))
  return {
    title: 'API keys and call counting',
    how: `A call that reads no table, on two servers that count calls and two that do not, in one process, alternating (${rounds} turns of ${callsInRound} each); then keys against access tokens, ${concurrency} concurrent, seven turns of two seconds; a program that calls ${callsPerSecond} times per second during a stream of user changes, ${changeTurns} turns of one second`,
    figures: [
      {
        what: 'p50 of a call, counted / not counted, median of the turns',
        measured: `${ms(median(p50s.counted))} / ${ms(median(p50s.bare))}`,
      },
      { what: 'p50 added by counting', measured: `${(cost * 100).toFixed(1)} %`, goal: '< 2 %', met: cost < 0.02 },
      { what: 'calls per second with a key / with a token', measured: `${median(byKey).toFixed(0)} / ${median(byToken).toFixed(0)}` },
      { what: 'ratio by turn', measured: ratio.toFixed(2), goal: '≥ 0.9', met: ratio >= 0.9 },
    ],
  }
}

/**
 * The effect of mass provisioning on callers with keys: the same stream of user changes in the key's own tenant, where each
 * invalidates what is cached for the key, and in another tenant, where it only uses CPU.
 */
async function besideChanges(db: Db, [server]: readonly Server[], [own, other]: readonly [SizedTenant, SizedTenant]): Promise<Figure[]> {
  if (!server) throw new Error('no server to ask')
  const key = await makeKey(server.url, await signIn(server.url, own))
  // A typical read, and a call that costs little besides authentication.
  const calls = {
    'reads no table': () => read(server.url, key, getPushKey, {}),
    'lists groups': () => read(server.url, key, listGroups, {}),
  }
  const figures: Figure[] = []
  for (const [name, ask] of Object.entries(calls)) {
    const p50s = { none: [] as number[], other: [] as number[], own: [] as number[] }
    const changes: number[] = []
    for (let turn = -1; turn < changeTurns; turn++) {
      for (const [kind, tenantId] of [
        ['none', undefined],
        ['other', other.tenantId],
        ['own', own.tenantId],
      ] as const) {
        const stop = tenantId === undefined ? undefined : changeUsers(db, tenantId)
        const spent: number[] = []
        await paced(
          callsPerSecond,
          (done) => done < callsPerSecond * turnSeconds,
          async () => void spent.push(await timed(ask)),
        )
        const rate = await stop?.()
        if (turn < 0) continue
        p50s[kind].push(median(spent))
        if (rate !== undefined) changes.push(rate)
      }
    }
    const ratio = median(p50s.own.map((value, turn) => value / (p50s.other[turn] ?? Number.NaN)))
    figures.push(
      {
        what: `p50 of a call with a key that ${name}: alone / during ${median(changes).toFixed(0)} user changes per second in another tenant / in its own`,
        measured: `${ms(median(p50s.none))} / ${ms(median(p50s.other))} / ${ms(median(p50s.own))}`,
      },
      { what: `own / other by turn, for a call that ${name}`, measured: ratio.toFixed(2), goal: '≤ 1.5', met: ratio <= 1.5 },
    )
  }
  return figures
}

/** Changes users until stopped. Returns the rate per second. */
function changeUsers(db: Db, tenantId: string): () => Promise<number> {
  const started = performance.now()
  let stopped = false
  let changed = 0
  const change = async (userId: string, time: number) => {
    await withTenant(db, systemContext(tenantId), (tx) =>
      tx
        .updateTable('app_user')
        .set({ given_name: `Ada ${time}` })
        .where('user_id', '=', userId)
        .execute(),
    )
    changed++
  }
  const running = (async () => {
    const users = await withTenant(db, systemContext(tenantId), (tx) => tx.selectFrom('app_user').select('user_id').limit(100).execute())
    const under = new Set<Promise<void>>()
    await paced(
      changesPerSecond,
      () => !stopped,
      async (done) => {
        const one = change(users[done % users.length]?.user_id ?? '', done).finally(() => under.delete(one))
        under.add(one)
        if (under.size >= changesAtOnce) await Promise.race(under)
      },
    )
    await Promise.all(under)
  })()
  return async () => {
    stopped = true
    await running
    return changed / ((performance.now() - started) / 1000)
  }
}

/** Runs `work` this many times a second, sequentially, while `goesOn`; catches up after delays. */
async function paced(perSecond: number, goesOn: (done: number) => boolean, work: (done: number) => Promise<void>): Promise<void> {
  const started = performance.now()
  for (let done = 0; goesOn(done); done++) {
    await work(done)
    const ahead = ((done + 1) / perSecond) * 1000 - (performance.now() - started)
    if (ahead > 0) await new Promise((resolve) => setTimeout(resolve, ahead))
    else await new Promise((resolve) => setImmediate(resolve))
  }
}
