import { z } from 'zod'
import { exampleDomain } from '../federation/examples.ts'
import { tenantDomainSchema } from '../federation/schemas.ts'
import { endpoint } from '../http.ts'

/** Domains by whose email addresses people find their tenant: each is proven by a DNS record before it routes sign-ins. */

const tag = 'Single sign-on'
const access = { permission: 'Admin.ConfigureSSO' } as const

const label = /^(?:xn--)?[\da-z](?:[\da-z-]{0,61}[\da-z])?$/
/** In lower case, international names in their ASCII form. */
const domain = z
  .string()
  .trim()
  .toLowerCase()
  .min(1, { abort: true })
  .max(253)
  .refine((name) => name.includes('.') && name.split('.').every((part) => label.test(part)) && !/^[\d.]+$/.test(name), {
    params: { code: 'email_domain_invalid' },
  })
const params = z.strictObject({ domain })
const list = z.strictObject({ items: z.array(tenantDomainSchema) })

export const listTenantDomains = endpoint({
  id: 'listTenantDomains',
  method: 'GET',
  path: '/auth/Tenant/domains',
  summary: 'The domains of the tenant',
  tag,
  access,
  response: list,
  errors: [],
  examples: { response: { items: [exampleDomain] } },
})

export const addTenantDomain = endpoint({
  id: 'addTenantDomain',
  method: 'POST',
  path: '/auth/Tenant/domains',
  summary: 'Name a domain; the answer says which DNS record proves it',
  tag,
  access,
  body: z.strictObject({ domain }),
  response: tenantDomainSchema,
  status: 201,
  errors: ['domain_exists', 'domain_limit_reached'],
  examples: { body: { domain: 'northwind-re.example' }, response: exampleDomain },
})

export const verifyTenantDomain = endpoint({
  id: 'verifyTenantDomain',
  method: 'POST',
  path: '/auth/Tenant/domains/{domain}/verify',
  summary: 'Look for the DNS record',
  description: 'Answers the domain with what was found; a domain that another tenant has proven is a conflict.',
  tag,
  access,
  params,
  response: tenantDomainSchema,
  errors: ['not_found', 'domain_taken'],
  ratePerMinute: 30,
  examples: { params: { domain: 'northwind-re.example' }, response: exampleDomain },
})

export const removeTenantDomain = endpoint({
  id: 'removeTenantDomain',
  method: 'DELETE',
  path: '/auth/Tenant/domains/{domain}',
  summary: 'Give up a domain',
  tag,
  access,
  params,
  response: z.undefined(),
  status: 204,
  errors: ['not_found'],
  examples: { params: { domain: 'northwind-re.example' } },
})
