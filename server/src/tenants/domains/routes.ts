import { addTenantDomain, listTenantDomains, removeTenantDomain, verifyTenantDomain } from '@steward/contract/tenants/domains'
import type { Bind } from '../../http/binding.ts'
import { callerOf } from '../../http/caller.ts'
import type { Domains } from './service.ts'

/** Binds the domains of a tenant. */
export function bindDomainRoutes(bind: Bind, domains: Domains): void {
  bind(listTenantDomains, async (call) => ({ items: await domains.list(callerOf(call)) }))
  bind(addTenantDomain, async (call) => domains.add(callerOf(call), call.body.domain))
  bind(verifyTenantDomain, async (call) => domains.verify(callerOf(call), call.params.domain))
  bind(removeTenantDomain, async (call) => {
    await domains.remove(callerOf(call), call.params.domain)
    return undefined
  })
}
