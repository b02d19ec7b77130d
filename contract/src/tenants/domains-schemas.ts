import { z } from 'zod'
import { tenantDomainSchema } from '../federation/schemas.ts'

const label = /^(?:xn--)?[\da-z](?:[\da-z-]{0,61}[\da-z])?$/
/** In lower case, with international names in their ASCII form. */
export const domainName = z
  .string()
  .trim()
  .toLowerCase()
  .min(1, { abort: true })
  .max(253)
  .refine((name) => name.includes('.') && name.split('.').every((part) => label.test(part)) && !/^[\d.]+$/.test(name), {
    params: { code: 'email_domain_invalid' },
  })
export const domainParams = z.strictObject({ domain: domainName })
export const domainList = z.strictObject({ items: z.array(tenantDomainSchema) })

export const addTenantDomainBody = z.strictObject({ domain: domainName })
