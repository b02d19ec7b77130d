import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { urlOf } from '@steward/contract/http'
import { listUsers } from '@steward/contract/users/endpoints'
import { startServer } from '../server/src/testing/process.ts'
import { signIn } from './lib/api.ts'
import type { FloodResult, FloodTask } from './lib/flood.ts'
import { ms, percentile, timed, times } from './lib/measure.ts'
import type { Section } from './lib/results.ts'
import { prepareTenants } from './lib/tenants.ts'

/** Most requests in the works; also the connections that keep the server busy without overload. */
const places = 8
const seconds = 10
const pauseMs = 50

/** Ten times as many connections as the server has places, each of which asks again immediately after any answer. */
export async function measure(): Promise<Section> {
  const { dataDir, tenants, discard } = await prepareTenants([1_000, 2_000])
  const environment = { STEWARD_ENV: 'production', STEWARD_REQUESTS_AT_ONCE: String(places) }
  const server = await startServer({ dataDir, environment })
  try {
    const [flooding = '', quiet = ''] = await Promise.all(tenants.map((tenant) => signIn(server.url, tenant)))
    const list = (token: string, connections: number): FloodTask => ({
      url: server.url + urlOf(listUsers, { query: { include: ['Groups'] } }),
      token,
      connections,
      seconds,
    })
    await run({ ...list(flooding, places), seconds: 5 }) // warms up
    const alone = await run(list(quiet, 1))
    const busy = await run(list(quiet, places / 2), list(flooding, places / 2))
    const health = watchHealth(server.url)
    const over = await run(list(quiet, places * 5), list(flooding, places * 5))
    const healthMs = await health.end()
    const shares = await run(list(quiet, 8), list(flooding, places * 10 - 8))
    const [fair = none, flood = none] = shares
    const p95 = (results: FloodResult[]) =>
      percentile(
        results.flatMap((one) => one.acceptedMs),
        0.95,
      )
    const accepted = (results: FloodResult[]) => results.reduce((sum, one) => sum + one.acceptedMs.length, 0)
    const refused = over.reduce((sum, one) => sum + one.refused, 0)
    const ratio = p95(over) / p95(busy)
    const share = fair.acceptedMs.length / accepted(shares)
    return {
      title: 'Overload',
      how: `First page of users with groups, ${places} places, two tenants; ${seconds} s each with 1 connection, ${places}, and ${places * 10} that ask again immediately after a refusal; client on the same machine`,
      figures: [
        {
          what: 'p95 of accepted: 1 connection / as many as places / ten times as many',
          measured: [alone, busy, over].map((one) => ms(p95(one))).join(' / '),
        },
        { what: 'p95 at ten times / at as many as places', measured: times(ratio), goal: '≤ 2×', met: ratio <= 2 },
        { what: 'p95 at ten times / at one connection', measured: times(p95(over) / p95(alone)) },
        {
          what: 'accepted per second: as many as places / ten times',
          measured: [busy, over].map((one) => (accepted(one) / seconds).toFixed(0)).join(' / '),
        },
        { what: 'refused per second at ten times', measured: (refused / seconds).toFixed(0) },
        {
          what: 'answers that are neither accepted nor refused',
          measured: String(over.reduce((sum, one) => sum + one.others, 0)),
          goal: '0',
          met: over.every((one) => one.others === 0),
        },
        {
          what: '`/healthz` at ten times, p50 / p95 / longest',
          measured: [0.5, 0.95, 1].map((share) => ms(percentile(healthMs, share))).join(' / '),
          goal: 'p95 < 100 ms',
          met: percentile(healthMs, 0.95) < 100,
        },
        {
          what: `share of a tenant with 8 connections beside one with ${places * 10 - 8}`,
          measured: `${(share * 100).toFixed(0)} %`,
          goal: '≥ 40 %',
          met: share >= 0.4,
        },
        { what: 'p95 of accepted: that tenant / the other', measured: `${ms(p95([fair]))} / ${ms(p95([flood]))}` },
      ],
    }
  } finally {
    await server.stop()
    discard()
  }
}

const none: FloodResult = { acceptedMs: [], refused: 0, others: 0 }

/** Runs floods side by side. */
const run = (...tasks: FloodTask[]): Promise<FloodResult[]> =>
  Promise.all(
    tasks.map(async (workerData) => {
      const [result] = (await once(new Worker(new URL('lib/flood.ts', import.meta.url), { workerData }), 'message')) as [FloodResult]
      return result
    }),
  )

function watchHealth(url: string): { end(): Promise<number[]> } {
  const samples: number[] = []
  const over = new AbortController()
  const watching = (async () => {
    while (!over.signal.aborted) {
      samples.push(await timed(async () => (await fetch(`${url}/healthz`)).arrayBuffer()))
      await delay(pauseMs)
    }
  })()
  return {
    async end() {
      over.abort()
      await watching
      return samples
    },
  }
}
