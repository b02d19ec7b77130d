import { exampleDomain } from '../federation/examples.ts'
import { tenantDomainSchema } from '../federation/schemas.ts'
import { operations } from '../operations.ts'
import { addTenantDomainBody, domainList, domainParams } from './domains-schemas.ts'
import * as endpoints from './domains.ts'

const tag = 'Single sign-on'

export const domainsDocs = operations(endpoints, {
  listTenantDomains: {
    summary: 'The domains of the tenant',
    tag,
    response: domainList,
    errors: [],
    examples: { response: { items: [exampleDomain] } },
  },
  addTenantDomain: {
    summary: 'Name a domain; the answer says which DNS record proves it',
    tag,
    body: addTenantDomainBody,
    response: tenantDomainSchema,
    errors: ['domain_exists', 'domain_limit_reached'],
    examples: { body: { domain: 'northwind-re.example' }, response: exampleDomain },
  },
  verifyTenantDomain: {
    summary: 'Look for the DNS record',
    description: 'Answers the domain with what was found; a domain that another tenant has proven is a conflict.',
    tag,
    params: domainParams,
    response: tenantDomainSchema,
    errors: ['not_found', 'domain_taken'],
    ratePerMinute: 30,
    examples: { params: { domain: 'northwind-re.example' }, response: exampleDomain },
  },
  removeTenantDomain: {
    summary: 'Give up a domain',
    tag,
    params: domainParams,
    errors: ['not_found'],
    examples: { params: { domain: 'northwind-re.example' } },
  },
})
