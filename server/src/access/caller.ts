import type { FastifyRequest } from 'fastify'
import { contextOf } from '../http/context.ts'
import type { Principal } from '../http/principal.ts'
import { clientOf } from '../session/client.ts'
import type { Caller } from './ports.ts'

/** Who calls an endpoint, and from where. */
export function callerOf({ principal, request }: { principal: Principal; request: FastifyRequest }): Caller {
  const { address, userAgent } = clientOf(request)
  return { ...contextOf(principal, request.id), address, userAgent }
}
