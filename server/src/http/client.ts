import { isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'

/** Longest user agent that is kept. */
export const userAgentLength = 512

/** Where a call comes from, as the system log keeps it. */
export interface Client {
  /** IP address, undefined where the connection has none. */
  address: string | undefined
  userAgent: string
  requestId: string
}

export function clientOf(request: FastifyRequest): Client {
  // Typed as always there; a connection that its client has closed by now has none.
  const ip: string | undefined = request.ip
  const address = ip?.split('%')[0] ?? ''
  return {
    address: isIP(address) ? address : undefined,
    userAgent: (request.headers['user-agent'] ?? '').slice(0, userAgentLength),
    requestId: request.id,
  }
}
