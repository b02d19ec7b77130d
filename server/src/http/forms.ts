import type { FastifyInstance, FastifyRequest } from 'fastify'
import { problem } from '@steward/contract/errors'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether the route accepts `multipart/form-data`. */
    takesForms?: boolean
  }
}

/** Maximum size of a form with a picture. Larger uploads are streams. */
export const formLimit = 3 * 1024 * 1024

/**
 * Parses small forms (RFC 7578) into an object by field names: text as strings, files as `File`. Only routes that opt in accept
 * them, because any site can make a browser send a form, which must not pass as JSON.
 */
export function acceptForms(app: FastifyInstance): void {
  app.addContentTypeParser('multipart/form-data', { parseAs: 'buffer' }, async (request: FastifyRequest, body: Buffer<ArrayBuffer>) => {
    if (!request.routeOptions.config.takesForms) throw problem('unsupported_media_type')
    const type = request.headers['content-type'] ?? ''
    const form = await new Response(body, { headers: { 'content-type': type } }).formData().catch(() => {
      throw problem('invalid_request')
    })
    return Object.fromEntries(form)
  })
}
