import type { FastifyInstance } from 'fastify'

const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
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

/** Strict headers on every answer. HSTS only where the public address is https. */
export function setSecurityHeaders(app: FastifyInstance, options: { publicUrl: string }): void {
  const secure = options.publicUrl.startsWith('https:')
  app.addHook('onSend', async (request, reply) => {
    const isReference = request.url === '/api' || request.url.startsWith('/api/')
    reply.header('content-security-policy', isReference ? referencePolicy : contentSecurityPolicy)
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
