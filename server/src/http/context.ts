import type { Principal } from './principal.ts'
import type { TenantContext } from '../db/tenant.ts'

/** The tenant, actor and request id that a transaction runs and is audited under. */
export function contextOf(principal: Principal, requestId: string): TenantContext {
  return {
    tenantId: principal.tenantId,
    requestId,
    actor: { type: principal.type, id: principal.id, name: principal.name },
  }
}
