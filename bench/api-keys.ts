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

const rounds = 40
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

/** What counting calls costs, two servers turn by turn in one process; and keys against access tokens on one of them. */
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
    return await compare(await listen(true), await listen(false), tenant)
  } finally {
    for (const app of apps) await app.close()
    await program.close()
    discard()
  }
}

async function compare(counting: string, bare: string, tenant: SizedTenant): Promise<Section> {
  const token = await signIn(counting, tenant)
  const key = await makeKey(counting, token)
  const ask = (url: string, bearer: string) => read(url, bearer, getPushKey, {})
  const samples: Record<'with' | 'without', number[]> = { with: [], without: [] }
  const p50s: Record<'with' | 'without', number[]> = { with: [], without: [] }
  for (let round = -4; round < rounds; round++) {
    // Who goes first changes, so that neither always finds the machine warm.
    const order = round % 2 === 0 ? (['with', 'without'] as const) : (['without', 'with'] as const)
    for (const side of order) {
      const turn: number[] = []
      for (let count = 0; count < callsInRound; count++) turn.push(await timed(() => ask(side === 'with' ? counting : bare, key)))
      if (round < 0) continue
      samples[side].push(...turn)
      p50s[side].push(median(turn))
    }
  }
  const cost = median(p50s.with.map((value, index) => value / (p50s.without[index] ?? Number.NaN))) - 1
  const byKey: number[] = []
  const byToken: number[] = []
  for (let turn = 0; turn < 7; turn++) {
    byKey.push(await ratePerSecond(() => ask(counting, key), concurrency, 2))
    byToken.push(await ratePerSecond(() => ask(counting, token), concurrency, 2))
  }
  const ratio = median(byKey.map((rate, index) => rate / (byToken[index] ?? Number.NaN)))
  return {
    title: 'API keys and the counting of calls',
    how: `A call that asks no table, two servers in one process turn by turn (${rounds} turns of ${callsInRound}); then keys against access tokens, ${concurrency} at once, seven turns of two seconds`,
    figures: [
      { what: 'p50 of a call, counted / not counted', measured: `${ms(median(samples.with))} / ${ms(median(samples.without))}` },
      { what: 'what counting adds to the p50, turn by turn', measured: `${(cost * 100).toFixed(1)} %`, goal: '< 2 %', met: cost < 0.02 },
      { what: 'calls with a key / with a token, a second', measured: `${median(byKey).toFixed(0)} / ${median(byToken).toFixed(0)}` },
      { what: 'ratio, turn by turn', measured: ratio.toFixed(2), goal: '≥ 0.9', met: ratio >= 0.9 },
    ],
  }
}
