import { isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'

/** Longer user agents are truncated. */
export const userAgentLength = 512

/** The origin of a call, as recorded in the system log. */
export interface Client {
  /** IP address, undefined if the connection has none. */
  address: string | undefined
  userAgent: string
  requestId: string
}

export function clientOf(request: FastifyRequest): Client {
  // The type says it is always there, but a connection that was closed by now has none.
  const ip: string | undefined = request.ip
  const address = ip?.split('%')[0] ?? ''
  return {
    address: isIP(address) ? address : undefined,
    userAgent: (request.headers['user-agent'] ?? '').slice(0, userAgentLength),
    requestId: request.id,
  }
}
