import Fastify, { type FastifyInstance } from 'fastify'
import { Registry, collectDefaultMetrics, Counter, Gauge, Histogram } from 'prom-client'
import type { Background } from '../background/worker.ts'
import type { Db } from '../db/pool.ts'
import type { Mailer } from '../mail/mailer.ts'
import { type Health, serveHealth } from './health.ts'
import type { Load } from './pace.ts'

/** Counts requests of `app`; the metrics are only available on the operations port. */
export function measureRequests(app: FastifyInstance): Registry {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const requests = new Counter({
    name: 'steward_http_requests_total',
    help: 'Requests by route and status',
    labelNames: ['method', 'route', 'status'],
    registers: [registry],
  })
  const seconds = new Histogram({
    name: 'steward_http_request_seconds',
    help: 'Time to answer, in seconds',
    labelNames: ['method', 'route'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers: [registry],
  })
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'none'
    requests.inc({ method: request.method, route, status: reply.statusCode })
    seconds.observe({ method: request.method, route }, reply.elapsedTime / 1000)
  })
  return registry
}

/** What the metrics are read from whenever they are asked for. */
export interface Measured {
  load(): Load
  whatHinders(): Promise<string[]>
  db: Pick<Db, 'pool' | 'replica'>
  background: Pick<Background, 'queue' | 'finished'>
  mailer: Pick<Mailer, 'attempts'>
}

/** What `/readyz` can say. */
const reasons = ['draining', 'database', 'change_events', 'disk_full']

const replicaStates = ['ready', 'behind', 'unavailable']

/** Reports how busy this server is, and the background jobs of all servers. */
export function measureServer(registry: Registry, { load, whatHinders, db, background, mailer }: Measured): void {
  const registers = [registry]
  /** A gauge that is filled whenever it is asked for. */
  const filled = (name: string, help: string, labelNames: string[], fill: (gauge: Gauge) => void | Promise<void>) =>
    new Gauge({
      name,
      help,
      labelNames,
      registers,
      collect() {
        return fill(this)
      },
    })
  const gauge = (name: string, help: string, value: () => number) => filled(name, help, [], (one) => one.set(value()))
  /** A counter of counts that are kept elsewhere. */
  const counter = (name: string, help: string, labelNames: string[], counts: () => Iterable<[Record<string, string>, number]>) =>
    new Counter({
      name,
      help,
      labelNames,
      registers,
      collect() {
        this.reset()
        for (const [labels, count] of counts()) this.inc(labels, count)
      },
    })
  gauge('steward_http_requests_running', 'Requests in the works', () => load().taken)
  gauge('steward_http_requests_waiting', 'Requests that wait for a place', () => load().waiting)
  counter('steward_http_requests_refused_total', 'Requests refused because there was no place', [], () => [[{}, load().refused]])

  gauge('steward_database_connections', 'Open database connections for requests', () => db.pool.totalCount)
  gauge('steward_database_connections_idle', 'Open database connections for requests that are not used', () => db.pool.idleCount)
  gauge('steward_database_connections_waiting', 'Work that waits for a database connection', () => db.pool.waitingCount)
  gauge('steward_database_connections_max', 'STEWARD_DATABASE_CONNECTIONS', () => db.pool.options.max)

  const outcomes = 'replica, or by the primary because it was behind, unavailable or canceled the read'
  counter('steward_replica_reads_total', `Reads for the replica of the database, answered by the ${outcomes}`, ['outcome'], () =>
    Object.entries(db.replica?.reads ?? {}).map(([outcome, count]) => [{ outcome }, count]),
  )
  filled('steward_replica', '1 for the state of the replica, if there is one: ready, behind or unavailable', ['state'], (one) => {
    for (const state of db.replica ? replicaStates : []) one.set({ state }, db.replica?.state === state ? 1 : 0)
  })
  gauge(
    'steward_replica_lag_bytes',
    'How much of the log the replica had not replayed within the last second',
    () => db.replica?.lagBytes ?? 0,
  )

  filled('steward_hindrance', '1 if /readyz answers 503 for this reason', ['reason'], async (one) => {
    const found = await whatHinders()
    for (const reason of reasons) one.set({ reason }, found.includes(reason) ? 1 : 0)
  })

  /** Asked once for both. */
  let asked: ReturnType<Background['queue']> | undefined
  const queue = () => (asked ??= background.queue().finally(() => (asked = undefined)))
  filled('steward_background_oldest_due_seconds', 'How long the oldest due job of all servers has been waiting', [], async (one) => {
    one.reset()
    const found = await queue()
    if (found) one.set(found.oldestDueSeconds)
  })
  const states = 'due, running, later (scheduled or waiting for the next attempt) or given_up'
  filled('steward_background_jobs', `Background jobs of all servers: ${states}`, ['state'], async (one) => {
    one.reset()
    const found = await queue()
    if (!found) return
    const { oldestDueSeconds: _, givenUp, ...others } = found
    for (const [state, count] of Object.entries({ ...others, given_up: givenUp })) one.set({ state }, count)
  })
  counter('steward_background_attempts_total', 'Attempts at background jobs by task and outcome', ['task', 'outcome'], () =>
    [...background.finished].flatMap(([task, outcomes]) =>
      Object.entries(outcomes).map(([outcome, count]): [Record<string, string>, number] => [{ task, outcome }, count]),
    ),
  )
  counter('steward_mail_attempts_total', 'Attempts to hand over emails: sent, deferred (tried again) or failed', ['outcome'], () =>
    Object.entries(mailer.attempts).map(([outcome, count]) => [{ outcome }, count]),
  )
}

/** The operations port: `/metrics` for Prometheus and the health checks, separate from the public address. */
export async function serveMetrics(registry: Registry, health: Health, address: { host: string; port: number }): Promise<FastifyInstance> {
  const app = Fastify({ logger: false })
  serveHealth(app, health)
  app.get('/metrics', async (_request, reply) => reply.type(registry.contentType).send(await registry.metrics()))
  await app.listen(address)
  return app
}
