import type { Principal } from './principal.ts'
import type { TenantContext } from '../db/tenant.ts'

/** The tenant, actor and request id of a transaction and its audit entries. */
export function contextOf(principal: Principal, requestId: string): TenantContext {
  return {
    tenantId: principal.tenantId,
    requestId,
    actor: { type: principal.type, id: principal.id, name: principal.name },
  }
}
