import type { FastifyRequest } from 'fastify'
import type { TenantContext } from '../db/tenant.ts'
import { clientOf } from './client.ts'
import { contextOf } from './context.ts'
import type { Principal } from './principal.ts'

/** The caller and its origin, for transactions, audit log and system log. */
export interface Caller extends TenantContext {
  address?: string
  userAgent?: string
}

/** The caller of an endpoint. */
export function callerOf({ principal, request }: { principal: Principal; request: FastifyRequest }): Caller {
  const { address, userAgent } = clientOf(request)
  return { ...contextOf(principal, request.id), address, userAgent }
}
