import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type ProblemException, problem } from '@steward/contract/errors'

interface Route {
  address: RegExp
  methods: readonly string[]
}

/** Why no route handles a request: the address is unknown, or known with other methods (RFC 9110, section 15.5.6). */
export type Refusal = (method: string, url: string) => ProblemException

/**
 * Refuses requests that no route handles before their body is read. To be called before routes are added, whose addresses
 * and methods it collects.
 */
export function refuseUnrouted(app: FastifyInstance): Refusal {
  const routes: Route[] = []
  app.addHook('onRoute', ({ url, method }) => {
    routes.push({ address: addressPattern(url), methods: [method].flat() })
  })
  const refusal: Refusal = (method, url) => {
    const path = url.split('?', 1)[0] ?? ''
    const allowed = new Set(routes.filter(({ address }) => address.test(path)).flatMap(({ methods }) => methods))
    if (allowed.size === 0 || allowed.has(method)) return problem('route_not_found')
    return problem('method_not_allowed', { method, allowed: [...allowed].sort().join(', ') })
  }
  app.addHook('onRequest', async (request) => {
    if (request.is404) throw refusal(request.method, pathOf(request))
  })
  return refusal
}

export const pathOf = ({ url }: FastifyRequest): string => url.split('?', 1)[0] ?? ''

/** The addresses of a route as Fastify writes them: `/auth/v2/users/:userId`, `/home/*`. */
function addressPattern(url: string): RegExp {
  const parts = url.split(/(:\w+|\*)/).map((part) => {
    if (part === '*') return '.*'
    return part.startsWith(':') ? '[^/]+' : part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  })
  return new RegExp(`^${parts.join('')}$`)
}
