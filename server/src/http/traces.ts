import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type Span, isTracing, startSpan } from '../tracing/tracing.ts'

/** Asked every few seconds by load balancers. */
const untraced = new Set(['/healthz', '/readyz'])
/** The methods of RFC 9110 and 5789; others are not named, because callers can send anything. */
const methods = new Set(['CONNECT', 'DELETE', 'GET', 'HEAD', 'OPTIONS', 'PATCH', 'POST', 'PUT', 'TRACE'])

/**
 * A span for each request, by OpenTelemetry's conventions for HTTP, without addresses, query and what else callers send. To be called
 * before other hooks are added, so that they run inside it.
 */
export function traceRequests(app: FastifyInstance, publicUrl: string): void {
  if (!isTracing()) return
  const spans = new WeakMap<FastifyRequest, Span>()
  const { hostname, port, protocol } = new URL(publicUrl)
  const server = { 'server.address': hostname, 'server.port': Number(port || (protocol === 'https:' ? 443 : 80)) }

  app.addHook('onRequest', (request, reply, proceed) => {
    const { method, routeOptions, headers } = request
    // A WebSocket is open for hours.
    if (untraced.has(routeOptions.url ?? '') || headers.upgrade !== undefined) return proceed()
    const name = methods.has(method) ? method : '_OTHER'
    const route = routeOptions.url?.replace(/:(\w+)/g, '{$1}')
    const span = startSpan(route === undefined ? name : `${name} ${route}`, {
      kind: 'server',
      headers,
      attributes: {
        'http.request.method': name,
        'http.route': route,
        'url.scheme': request.protocol,
        'network.protocol.version': request.raw.httpVersion,
        ...server,
        'steward.operation': routeOptions.config.operation,
        'steward.request_id': request.id,
      },
    })
    if (!span) return proceed()
    spans.set(request, span)
    reply.raw.once('close', () => end(request))
    span.run(proceed)
  })
  app.addHook('onResponse', async (request, reply) => end(request, reply.statusCode))

  /** Without a status if the client left before its answer. */
  function end(request: FastifyRequest, status?: number): void {
    const span = spans.get(request)
    if (!span) return
    spans.delete(request)
    const { principal } = request
    span.set({ 'http.response.status_code': status, 'steward.tenant_id': principal?.tenantId, 'steward.principal_type': principal?.type })
    if (status !== undefined && status >= 500) span.fail(String(status))
    span.end()
  }
}
