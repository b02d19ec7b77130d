import type { FastifyRequest } from 'fastify'
import type { FieldFault } from '@steward/contract/errors'
import { fieldFaultText } from '@steward/contract/field-faults'
import { contextOf } from '../http/context.ts'
import type { Principal } from '../http/principal.ts'
import { errorText } from '../http/problems.ts'
import { clientOf } from '../session/client.ts'
import type { Caller } from './ports.ts'

/** Who calls an endpoint, and from where. */
export function callerOf({ principal, request }: { principal: Principal; request: FastifyRequest }): Caller {
  const { address, userAgent } = clientOf(request)
  return { ...contextOf(principal, request.id), address, userAgent }
}

/** The words of a fault, whether the contract's or the server's. */
export function faultText(fault: FieldFault): string {
  return fieldFaultText(fault) ?? errorText(fault.code, fault.parameters ?? {})
}
