import type { FastifyRequest } from 'fastify'
import { problem } from '@steward/contract/errors'

/**
 * Refuses a call that another website made a browser send. For endpoints whose credential is a cookie: `SameSite` does not cover
 * other hosts of the same site. Programs send neither header, and have no cookie that a page could use. Browsers without
 * `Sec-Fetch-Site` (Fetch Metadata, section 2.4) still send `Origin` with a POST.
 * @throws cross_site
 */
export function requireSameOrigin(request: FastifyRequest, publicUrl: string): void {
  const site = request.headers['sec-fetch-site']
  if (site !== undefined) {
    if (site !== 'same-origin' && site !== 'none') throw problem('cross_site')
    return
  }
  const { origin } = request.headers
  if (origin !== undefined && origin !== new URL(publicUrl).origin) throw problem('cross_site')
}
