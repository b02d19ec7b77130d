import type { FastifyInstance } from 'fastify'

/** Origins besides our own. */
export interface ForeignOrigins {
  /** Whose scripts run in the console, and what they load from there. */
  scriptOrigin?: string
  /** What pages show in a frame. */
  frameOrigins?: readonly string[]
  /** What pages call. */
  callOrigins?: readonly string[]
}

/** `more`, `frames` and `calls`: other origins, each with a space before it. */
const contentSecurityPolicy = (more: string, frames: string, calls: string) =>
  [
    "default-src 'none'",
    `script-src 'self'${more}`,
    `style-src 'self'${more}`,
    `img-src 'self' data:${more}`,
    `font-src 'self'${more}`,
    `connect-src 'self'${more}${calls}`,
    `frame-src 'self'${frames}`,
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
  ].join('; ')

/** The API reference is Swagger UI, which sets style attributes; it shows nothing of a tenant. */
const referencePolicy =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self'; connect-src 'self'; base-uri 'none'; frame-ancestors 'none'"

const permissionsPolicy = 'camera=(), geolocation=(), microphone=(), payment=(), usb=(), browsing-topics=()'

/**
 * Strict headers on every answer. HSTS only where the public address is https. `scriptOrigin` is the one foreign origin that pages
 * may load from, where a guidance script is configured.
 */
export function setSecurityHeaders(app: FastifyInstance, options: ForeignOrigins & { publicUrl: string }): void {
  const listed = (origins: readonly string[] = []) => origins.map((origin) => ` ${origin}`).join('')
  const { scriptOrigin, frameOrigins, callOrigins } = options
  const more = scriptOrigin === undefined ? '' : ` ${scriptOrigin}`
  const pagePolicy = contentSecurityPolicy(more, listed(frameOrigins), listed(callOrigins))
  const secure = options.publicUrl.startsWith('https:')
  app.addHook('onSend', async (request, reply) => {
    const isReference = request.url === '/api' || request.url.startsWith('/api/')
    // A page that must do more, or may do less, says so itself.
    if (!reply.hasHeader('content-security-policy')) reply.header('content-security-policy', isReference ? referencePolicy : pagePolicy)
    reply.header('x-content-type-options', 'nosniff')
    reply.header('referrer-policy', 'no-referrer')
    reply.header('permissions-policy', permissionsPolicy)
    reply.header('cross-origin-opener-policy', 'same-origin')
    reply.header('cross-origin-resource-policy', 'same-origin')
    reply.header('x-request-id', request.id)
    if (secure) reply.header('strict-transport-security', 'max-age=63072000; includeSubDomains')
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
  })
}
