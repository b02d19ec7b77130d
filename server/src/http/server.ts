import { randomUUID } from 'node:crypto'
import rateLimit from '@fastify/rate-limit'
import cookie from '@fastify/cookie'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import { problem } from '@steward/contract/errors'
import { answerClientError } from './client-errors.ts'
import { clientOf } from './client.ts'
import { acceptForms } from './forms.ts'
import { type ForeignOrigins, securityHeaders, setSecurityHeaders } from './headers.ts'
import { sendProblem } from './problems.ts'
import { networkOf } from './networks.ts'
import { type SharedRates, rateStore } from './rates.ts'
import { pathOf, refuseUnrouted } from './routing.ts'
import { traceRequests } from './traces.ts'

export interface HttpOptions extends ForeignOrigins {
  log: FastifyBaseLogger
  publicUrl: string
  /** Addresses of proxies whose X-Forwarded-For is trusted; false for none. */
  trustProxy: string | false
  /** Counts the requests of routes with a limit; undefined for no limits. */
  rates: SharedRates | undefined
}

/** Maximum size of a JSON body; a larger one gets 413. */
export const jsonLimit = 1_048_576

const requestId = /^[\w-]{8,64}$/

/** A Fastify without routes: limits, request ids, errors as problems, strict headers. */
export async function createHttp(options: HttpOptions): Promise<FastifyInstance> {
  const secure = securityHeaders(options)
  const app = Fastify({
    loggerInstance: options.log,
    bodyLimit: jsonLimit,
    trustProxy: options.trustProxy,
    genReqId: (request) => {
      const given = request.headers['x-request-id']
      return typeof given === 'string' && requestId.test(given) ? given : randomUUID()
    },
    routerOptions: { maxParamLength: 400 },
    forceCloseConnections: 'idle',
    // Without a route no hook runs.
    frameworkErrors: (error, request, reply) => {
      secure(request, reply)
      sendProblem(request, reply, error)
    },
    clientErrorHandler: (error, socket) => answerClientError(error, socket, unrouted),
    // Requests are counted in metrics; a log line for each would double the cost of the cheap ones.
    logController: new LogController({ disableRequestLogging: true }),
  })
  app.decorateRequest('principal', undefined)
  app.decorateRequest('endpointId', undefined)
  app.setErrorHandler((error, request, reply) => sendProblem(request, reply, error))
  app.setNotFoundHandler((request, reply) => sendProblem(request, reply, unrouted(request.method, pathOf(request))))
  traceRequests(app, options.publicUrl)
  setSecurityHeaders(app, options)
  const unrouted = refuseUnrouted(app)
  await app.register(cookie)
  acceptForms(app)
  if (options.rates) {
    await app.register(rateLimit, {
      global: false,
      store: rateStore(options.rates),
      keyGenerator: (request) => {
        const { method, url } = request.routeOptions
        const { address } = clientOf(request)
        return `${String(method)} ${url ?? ''} ${address === undefined ? '' : networkOf(address)}`
      },
      errorResponseBuilder: (_request, context) => problem('rate_limited', { retryAfterSeconds: Math.ceil(context.ttl / 1000) }),
    })
  }
  return app
}
