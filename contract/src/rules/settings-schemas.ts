import { z } from 'zod'
import { keyText, lineText } from '../text.ts'
import { formatRange, parseRange } from './addresses.ts'
import { factorAudiences, factorKinds, longestGraceDays, longestRememberedDays } from './factors.ts'
import {
  densities,
  domainPattern,
  isTimeZone,
  longestInactivityMinutes,
  longestLifetimeMinutes,
  longestPolicyList,
  longestRetentionDays,
  shortestRetentionDays,
  shortestSessionMinutes,
  themes,
} from './settings.ts'

/**
 * The values of the datastore, with a schema for each key (first specification file, section 3, "Tenant settings"; product
 * decisions, "Tenant settings" and "User settings"). A value is a JSON object; missing fields have their defaults.
 */

/** Feature preview access, with the user who last saved it. The server sets `userDetails` and ignores what was sent. */
export const tenantSettingsSchema = z.strictObject({
  featurePreviewAccess: z.boolean().default(false),
  userDetails: z
    .strictObject({ email: lineText(254), firstName: lineText(64), lastName: lineText(64), updatedAt: z.iso.datetime() })
    .optional(),
})
export type TenantSettings = z.output<typeof tenantSettingsSchema>

const minutes = (maximum: number) => z.number().int().min(shortestSessionMinutes).max(maximum).nullable().default(null)

/** How long sessions last; null uses the operator's setting for the installation. */
export const sessionPolicySchema = z
  .strictObject({ lifetimeMinutes: minutes(longestLifetimeMinutes), inactivityMinutes: minutes(longestInactivityMinutes) })
  .refine(({ lifetimeMinutes, inactivityMinutes }) => (inactivityMinutes ?? 0) <= (lifetimeMinutes ?? Infinity), {
    path: ['inactivityMinutes'],
    params: { code: 'inactivity_exceeds_lifetime' },
  })
export type SessionPolicy = z.output<typeof sessionPolicySchema>

/** An email domain in lower case; `*.company.com` matches every subdomain, but not company.com itself. */
export const emailDomain = z
  .string()
  .trim()
  .toLowerCase()
  .min(1, { abort: true })
  .max(253)
  .refine((text) => domainPattern.test(text), { params: { code: 'email_domain_invalid' } })

/** A duplicate entry is refused at the second one, where it can be fixed. */
const withoutRepetition = <T>(keyOf: (item: T) => string, at: (index: number) => (string | number)[]) =>
  z.check<T[]>(({ value, issues }) => {
    const seen = new Set<string>()
    for (const [index, item] of value.entries()) {
      const key = keyOf(item)
      if (seen.has(key)) issues.push({ code: 'custom', input: value, path: at(index), params: { code: 'listed_twice' } })
      seen.add(key)
    }
  })

/** Email domains that administrators can invite; an empty list allows all. */
export const emailDomainsSchema = z.strictObject({
  domains: z
    .array(z.strictObject({ domain: emailDomain }))
    .max(longestPolicyList)
    .check(
      withoutRepetition(
        ({ domain }) => domain,
        (index) => [index, 'domain'],
      ),
    )
    .default([]),
})
export type EmailDomains = z.output<typeof emailDomainsSchema>

/** An address range in its shortest notation. */
export const addressRange = z
  .string()
  .trim()
  .min(1, { abort: true })
  .max(64)
  .transform((text, context) => {
    const range = parseRange(text)
    if (range) return formatRange(range)
    context.addIssue({ code: 'custom', params: { code: 'address_range_invalid' } })
    return z.NEVER
  })

/** Networks that people can sign in and work from; an empty list allows all. */
export const signInAddressesSchema = z.strictObject({
  ranges: z
    .array(z.strictObject({ range: addressRange, note: lineText(100).default('') }))
    .max(longestPolicyList)
    .check(
      withoutRepetition(
        ({ range }) => range,
        (index) => [index, 'range'],
      ),
    )
    .default([]),
})
export type SignInAddresses = z.output<typeof signInAddressesSchema>

/** Whether the first sign-in through the identity provider creates users while a SCIM token is active. */
export const accountCreationSchema = z.strictObject({ duringProvisioning: z.boolean().default(false) })
export type AccountCreation = z.output<typeof accountCreationSchema>

const retentionDays = z.number().int().min(shortestRetentionDays).max(longestRetentionDays).nullable().default(null)

/** How long the logs are kept; null uses the operator's setting for the installation, whose limits apply. */
export const logRetentionSchema = z.strictObject({ auditLogDays: retentionDays, systemLogDays: retentionDays })
export type LogRetention = z.output<typeof logRetentionSchema>

/**
 * Whom the tenant asks for a second factor besides the password. The server sets `since`, from which the grace period counts, and
 * ignores what was sent. People who sign in with the identity provider are not asked; instead its response can have to say that
 * it asked them (`provider-factor.ts`).
 */
export const secondFactorSchema = z.strictObject({
  audience: z.enum(factorAudiences).default('nobody'),
  kinds: z
    .array(z.enum(factorKinds))
    .min(1)
    .max(factorKinds.length)
    .default([...factorKinds]),
  graceDays: z.number().int().min(0).max(longestGraceDays).default(14),
  /** How long a browser is asked no second time, if its user wants that; 0: never. */
  rememberDays: z.number().int().min(0).max(longestRememberedDays).default(30),
  requiresProviderFactor: z.boolean().default(false),
  /** Values of `acr` or AuthnContextClassRef by which the provider says so, besides the usual ones. */
  providerContexts: z.array(keyText(200)).max(20).default([]),
  /** Resetting the factors of an administrator waits for a second administrator (docs/adr/057). */
  requiresResetApproval: z.boolean().default(false),
  since: z.iso.datetime().optional(),
})
export type SecondFactor = z.output<typeof secondFactorSchema>

/** A user's console settings. Missing fields follow the device. */
export const userSettingsSchema = z.strictObject({
  /** A language tag (RFC 5646) that the product has; one that was removed counts as missing. */
  language: z
    .string()
    .max(35)
    .regex(/^[a-z]{2,3}(?:-[a-z\d]{2,8})*$/i)
    .optional(),
  theme: z.enum(themes).optional(),
  density: z.enum(densities).optional(),
  /** An IANA name, or `system` for the device's time zone. */
  timeZone: lineText(64)
    .refine((name) => name === 'system' || isTimeZone(name), { params: { code: 'time_zone_unknown' } })
    .optional(),
})
export type UserSettings = z.output<typeof userSettingsSchema>

/** The keys of the datastore, by level. */
export const settingSchemas = {
  Tenant: {
    tenantSettings: tenantSettingsSchema,
    sessionPolicy: sessionPolicySchema,
    emailDomains: emailDomainsSchema,
    signInAddresses: signInAddressesSchema,
    logRetention: logRetentionSchema,
    accountCreation: accountCreationSchema,
    secondFactor: secondFactorSchema,
  },
  User: { userSettings: userSettingsSchema },
} as const

export type SettingLevel = keyof typeof settingSchemas
export type TenantSettingKey = keyof typeof settingSchemas.Tenant
export type TenantSettingValue<K extends TenantSettingKey> = z.output<(typeof settingSchemas.Tenant)[K]>
