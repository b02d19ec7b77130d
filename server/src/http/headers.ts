import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/** Allowed origins besides our own. */
export interface ForeignOrigins {
  /** Scripts in the console, and what they load. */
  scriptOrigin?: string
  /** Frames in pages. */
  frameOrigins?: readonly string[]
  /** Calls from pages. */
  callOrigins?: readonly string[]
}

/** `more`, `frames` and `calls`: other origins, each preceded by a space. */
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

const permissionsPolicy = 'camera=(), geolocation=(), microphone=(), payment=(), usb=(), browsing-topics=()'

export type HeaderOptions = ForeignOrigins & { publicUrl: string }

/** Strict headers on every response. */
export function setSecurityHeaders(app: FastifyInstance, options: HeaderOptions): void {
  const set = securityHeaders(options)
  app.addHook('onSend', async (request, reply) => set(request, reply))
}

/**
 * Sets the headers of a response. HSTS only if the public URL is https. `scriptOrigin` is the only foreign origin that pages
 * can load from, if a guidance script is configured.
 */
export function securityHeaders(options: HeaderOptions) {
  const listed = (origins: readonly string[] = []) => origins.map((origin) => ` ${origin}`).join('')
  const { scriptOrigin, frameOrigins, callOrigins } = options
  const more = scriptOrigin === undefined ? '' : ` ${scriptOrigin}`
  const pagePolicy = contentSecurityPolicy(more, listed(frameOrigins), listed(callOrigins))
  const secure = options.publicUrl.startsWith('https:')
  return (request: FastifyRequest, reply: FastifyReply): void => {
    // A page with other needs sets its own policy.
    if (!reply.hasHeader('content-security-policy')) reply.header('content-security-policy', pagePolicy)
    reply.header('x-content-type-options', 'nosniff')
    reply.header('referrer-policy', 'no-referrer')
    reply.header('permissions-policy', permissionsPolicy)
    reply.header('cross-origin-opener-policy', 'same-origin')
    reply.header('cross-origin-resource-policy', 'same-origin')
    reply.header('x-request-id', request.id)
    if (secure) reply.header('strict-transport-security', 'max-age=63072000; includeSubDomains')
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
  }
}
