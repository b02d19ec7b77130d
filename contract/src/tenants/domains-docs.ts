import { exampleDomain } from '../federation/examples.ts'
import { tenantDomainSchema } from '../federation/schemas.ts'
import { operations } from '../operations.ts'
import { addTenantDomainBody, domainList, domainParams } from './domains-schemas.ts'
import * as endpoints from './domains.ts'

const tag = 'Single sign-on'

export const domainsDocs = operations(endpoints, {
  listTenantDomains: {
    summary: 'List the domains of the tenant',
    tag,
    response: domainList,
    errors: [],
    examples: { response: { items: [exampleDomain] } },
  },
  addTenantDomain: {
    summary: 'Add a domain; the response has the DNS record that verifies it',
    tag,
    body: addTenantDomainBody,
    response: tenantDomainSchema,
    errors: ['domain_exists', 'domain_limit_reached'],
    examples: { body: { domain: 'northwind-re.example' }, response: exampleDomain },
  },
  verifyTenantDomain: {
    summary: 'Check the DNS record of a domain',
    description: 'Returns the domain with the result. Fails with 409 if another tenant has verified the domain.',
    tag,
    params: domainParams,
    response: tenantDomainSchema,
    errors: ['not_found', 'domain_taken'],
    ratePerMinute: 30,
    examples: { params: { domain: 'northwind-re.example' }, response: exampleDomain },
  },
  removeTenantDomain: {
    summary: 'Remove a domain',
    tag,
    params: domainParams,
    errors: ['not_found'],
    examples: { params: { domain: 'northwind-re.example' } },
  },
})
