import Fastify, { type FastifyInstance } from 'fastify'
import { Registry, collectDefaultMetrics, Counter, Gauge, Histogram } from 'prom-client'
import type { Load } from './pace.ts'

/** `/healthz`: the process responds. `/readyz`: it can serve, database included; otherwise 503 with what hinders it. */
export function serveHealth(app: FastifyInstance, whatHinders: () => Promise<string[]>): void {
  app.get('/healthz', (_request, reply) => reply.send({ status: 'ok' }))
  app.get('/readyz', async (_request, reply) => {
    const reasons = await whatHinders()
    return reasons.length === 0 ? reply.send({ status: 'ready' }) : reply.code(503).send({ status: 'unavailable', reasons })
  })
}

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

/** Reports how busy the server is. */
export function measureLoad(registry: Registry, load: () => Load): void {
  const gauge = (name: string, help: string, valueOf: (one: Load) => number) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      collect() {
        this.set(valueOf(load()))
      },
    })
  gauge('steward_http_requests_running', 'Requests in the works', ({ taken }) => taken)
  gauge('steward_http_requests_waiting', 'Requests that wait for a place', ({ waiting }) => waiting)
  const refused = new Counter({
    name: 'steward_http_requests_refused_total',
    help: 'Requests refused because there was no place',
    registers: [registry],
    collect() {
      this.reset()
      this.inc(load().refused)
    },
  })
  refused.inc(0)
}

/** The operations port: `/metrics` for Prometheus and the health checks, separate from the public address. */
export async function serveMetrics(
  registry: Registry,
  whatHinders: () => Promise<string[]>,
  address: { host: string; port: number },
): Promise<FastifyInstance> {
  const app = Fastify({ logger: false })
  serveHealth(app, whatHinders)
  app.get('/metrics', async (_request, reply) => reply.type(registry.contentType).send(await registry.metrics()))
  await app.listen(address)
  return app
}
