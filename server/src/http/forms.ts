import type { FastifyInstance, FastifyRequest } from 'fastify'
import { problem } from '@steward/contract/errors'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether the route takes `multipart/form-data`. */
    takesForms?: boolean
  }
}

/** The bytes of a form with a picture in it. What is larger comes as a stream. */
export const formLimit = 3 * 1024 * 1024

/**
 * Reads small forms (RFC 7578) into an object by the names of their fields: text as text, files as `File`. Only routes that
 * say so take them, because any site's page may send a form, and what such a page sends must not pass for JSON.
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
