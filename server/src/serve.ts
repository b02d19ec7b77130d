import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance } from 'fastify'
import { endpoints } from '@steward/contract/endpoints'
import { previewOf } from './changes/preview.ts'
import type { Area } from './area.ts'
import type { Background } from './background/worker.ts'
import { createReadiness } from './db/readiness.ts'
import { binder } from './http/binding.ts'
import { serveHealth } from './http/health.ts'
import { measureRequests, measureServer, serveMetrics } from './http/metrics.ts'
import { limitRequests, usualWaitMs } from './http/pace.ts'
import { serveReference } from './http/reference/serve.ts'
import { createHttp } from './http/server.ts'
import { serveConsole } from './http/static.ts'
import { registerDevMail } from './mail/dev-mail.ts'
import type { Config } from './config.ts'
import { type Shared, outboxOf } from './shared.ts'

/** The version in the API's description. */
const version = '0.1.0'
const consoleDist = fileURLToPath(new URL('../../console/dist', import.meta.url))

export interface ServeOptions {
  background: Background
  /** The guidance script that pages load, if there is one. */
  script: URL | undefined
  /** The URL of the built-in help site, if no other is configured. */
  site: string
  /** Off in tests, which send more calls than people do. */
  rateLimits?: boolean | undefined
}

export interface Served {
  http: FastifyInstance
  /** Lets load balancers know that it is about to close, while requests are still answered. */
  drain(): void
  /** Drains requests. */
  close(): Promise<void>
}

/** Serves the areas over HTTP, in order, with the console, the API's description, health and metrics. */
export async function serve(shared: Shared, areas: readonly Area[], options: ServeOptions): Promise<Served> {
  const { config, db, log, changes, isGranted, authenticate, requireFresh } = shared
  const { script, site, rateLimits } = options
  const isTest = config.environment === 'test'
  const isDevelopment = config.environment === 'development'
  const http = await createHttp({
    log,
    publicUrl: config.publicUrl,
    trustProxy: config.trustProxy,
    scriptOrigin: script?.origin,
    frameOrigins: originsOf(config.helpUrl),
    callOrigins: originsOf(config.helpApiUrl),
    rates: (rateLimits ?? !isTest) ? shared.rates : undefined,
  })
  const registry = config.operationsPort === undefined ? undefined : measureRequests(http)
  let isDraining = false
  const drain = () => {
    isDraining = true
  }
  http.addHook('preClose', async () => drain())
  // So that what a load balancer sends over an open connection goes to another server, too.
  http.addHook('onSend', async (_request, reply) => {
    if (isDraining) reply.header('connection', 'close')
  })
  const readiness = createReadiness(db, changes)
  const isAnswering = async () => !(await readiness.hindrances()).includes('database')
  // Tests send many requests together on machines that are slow.
  const waitMs = isTest ? config.limits.requestMs : usualWaitMs
  const { load } = limitRequests(http, { limits: config.limits, places: placesOf(config), waitMs, isAnswering })
  const whatHinders = async () => (isDraining ? ['draining'] : readiness.hindrances())
  if (registry) measureServer(registry, { load, whatHinders, db, background: options.background, mailer: shared.mailer })
  const health = { whatHinders, replica: () => db.replica?.state }
  serveHealth(http, health)
  const bind = binder(http, {
    operations: endpoints,
    checkResponses: isTest || isDevelopment,
    preview: (endpointId, offset) => (tx, changeId) => previewOf(tx, { changeId, endpointId, offset }),
    gate: { authenticate, isGranted, requireFresh },
  })
  for (const area of areas) await area.bind?.(bind, http)
  await serveReference(http, { version, protocols: areas.flatMap(({ protocols = [] }) => protocols) })
  if (isDevelopment && !config.smtpUrl) registerDevMail(http, outboxOf(config))
  await serveConsole(http, consoleDist, {
    environment: config.environment,
    applications: config.applicationUrls,
    links: config.links,
    hasGuidance: script !== undefined,
    version,
    help: { site: config.helpUrl === undefined ? site : `${config.helpUrl}/`, api: config.helpApiUrl ?? '/help' },
  })
  await http.ready()
  const operations =
    registry && config.operationsPort !== undefined
      ? await serveMetrics(registry, health, { host: config.host, port: config.operationsPort })
      : undefined
  return {
    http,
    drain,
    async close() {
      await http.close()
      await operations?.close()
      await readiness.close()
    },
  }
}

/** Places for requests, by cores and connections: one more makes each of them slower, and none faster. */
const placesOf = ({ requestsAtOnce, databaseConnections }: Config): number =>
  requestsAtOnce ?? Math.min(databaseConnections, Math.max(8, 4 * availableParallelism()))

const originsOf = (address: string | undefined): string[] => (address === undefined ? [] : [new URL(address).origin])
