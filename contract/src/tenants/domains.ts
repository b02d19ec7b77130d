import type { tenantDomainSchema } from '../federation/schemas.ts'
import type { Endpoint } from '../http.ts'
import type { addTenantDomainBody, domainList, domainParams } from './domains-schemas.ts'

/** Email domains that lead people to their tenant. Each is verified by a DNS record before it routes sign-ins. */

const access = { permission: 'Admin.ConfigureSSO' } as const

export const listTenantDomains: Endpoint<{ response: typeof domainList }> = {
  id: 'listTenantDomains',
  method: 'GET',
  path: '/auth/Tenant/domains',
  access,
}

export const addTenantDomain: Endpoint<{ body: typeof addTenantDomainBody; response: typeof tenantDomainSchema }> = {
  id: 'addTenantDomain',
  method: 'POST',
  path: '/auth/Tenant/domains',
  access,
  status: 201,
}

export const verifyTenantDomain: Endpoint<{ params: typeof domainParams; response: typeof tenantDomainSchema }> = {
  id: 'verifyTenantDomain',
  method: 'POST',
  path: '/auth/Tenant/domains/{domain}/verify',
  access,
}

export const removeTenantDomain: Endpoint<{ params: typeof domainParams }> = {
  id: 'removeTenantDomain',
  method: 'DELETE',
  path: '/auth/Tenant/domains/{domain}',
  access,
  status: 204,
}
