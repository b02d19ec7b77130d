import { pino } from 'pino'
import { type MintedApiKey, createApiKey } from '@steward/contract/api-keys'
import { type Group, listGroups } from '@steward/contract/groups'
import { urlOf } from '@steward/contract/http'
import { getPushKey } from '@steward/contract/messages'
import { type App, buildApp } from '../server/src/app.ts'
import { loadConfig } from '../server/src/config.ts'
import { openProgram } from '../server/src/program.ts'
import { read, signIn } from './lib/api.ts'
import { median, ms, ratePerSecond, timed } from './lib/measure.ts'
import type { Section } from './lib/results.ts'
import { prepareTenants, type SizedTenant } from './lib/tenants.ts'

const rounds = 100
const callsInRound = 50
const concurrency = 8

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

/** What counting calls costs, four servers turn by turn in one process; and keys against access tokens on one of them. */
export async function measure(): Promise<Section> {
  const { dataDir, tenants, discard } = await prepareTenants([1_000])
  const [tenant] = tenants
  if (!tenant) throw new Error('no tenant was prepared')
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
    // A server that was made earlier is faster or slower for that alone: both kinds stand on both places.
    const servers: Server[] = []
    for (const kind of ['counted', 'bare', 'bare', 'counted'] as const) servers.push({ kind, url: await listen(kind === 'counted') })
    return await compare(servers, tenant)
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
    // Who goes first changes, so that nobody always finds the machine warm.
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
    title: 'API keys and the counting of calls',
    how: `A call that asks no table, two servers that count and two that do not in one process turn by turn (${rounds} turns of ${callsInRound} each); then keys against access tokens, ${concurrency} at once, seven turns of two seconds`,
    figures: [
      {
        what: 'p50 of a call, counted / not counted, median of the turns',
        measured: `${ms(median(p50s.counted))} / ${ms(median(p50s.bare))}`,
      },
      { what: 'what counting adds to the p50', measured: `${(cost * 100).toFixed(1)} %`, goal: '< 2 %', met: cost < 0.02 },
      { what: 'calls with a key / with a token, a second', measured: `${median(byKey).toFixed(0)} / ${median(byToken).toFixed(0)}` },
      { what: 'ratio, turn by turn', measured: ratio.toFixed(2), goal: '≥ 0.9', met: ratio >= 0.9 },
    ],
  }
}
