import { z } from 'zod'
import { lineText } from '../text.ts'
import { formatRange, parseRange } from './addresses.ts'
import {
  densities,
  domainPattern,
  isTimeZone,
  longestInactivityMinutes,
  longestLifetimeMinutes,
  longestPolicyList,
  shortestSessionMinutes,
  themes,
} from './settings.ts'

/**
 * What the datastore keeps, a schema for each key (first specification file, section 3, "Tenant settings"; product
 * decisions, "Tenant settings" and "User settings"). A value is a JSON object; a field that is left out has its default.
 */

/** Feature preview access, with who saved it last. The server writes `userDetails`, whatever was sent. */
export const tenantSettingsSchema = z.strictObject({
  featurePreviewAccess: z.boolean().default(false),
  userDetails: z
    .strictObject({ email: lineText(254), firstName: lineText(64), lastName: lineText(64), updatedAt: z.iso.datetime() })
    .optional(),
})
export type TenantSettings = z.output<typeof tenantSettingsSchema>

const minutes = (maximum: number) => z.number().int().min(shortestSessionMinutes).max(maximum).nullable().default(null)

/** How long sessions last; null takes what the operator configured for the installation. */
export const sessionPolicySchema = z
  .strictObject({ lifetimeMinutes: minutes(longestLifetimeMinutes), inactivityMinutes: minutes(longestInactivityMinutes) })
  .refine(({ lifetimeMinutes, inactivityMinutes }) => (inactivityMinutes ?? 0) <= (lifetimeMinutes ?? Infinity), {
    path: ['inactivityMinutes'],
    params: { code: 'inactivity_exceeds_lifetime' },
  })
export type SessionPolicy = z.output<typeof sessionPolicySchema>

/** A domain of email addresses in lower case; `*.company.com` stands for every domain below it, not for itself. */
export const emailDomain = z
  .string()
  .trim()
  .toLowerCase()
  .min(1, { abort: true })
  .max(253)
  .refine((text) => domainPattern.test(text), { params: { code: 'email_domain_invalid' } })

/** The same entry twice is refused at the second one, where it can be mended. */
const withoutRepetition = <T>(keyOf: (item: T) => string, at: (index: number) => (string | number)[]) =>
  z.check<T[]>(({ value, issues }) => {
    const seen = new Set<string>()
    for (const [index, item] of value.entries()) {
      const key = keyOf(item)
      if (seen.has(key)) issues.push({ code: 'custom', input: value, path: at(index), params: { code: 'listed_twice' } })
      seen.add(key)
    }
  })

/** Whom administrators may invite, by the domain of the email address; none stands for everybody. */
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

/** A range of addresses in its shortest notation. */
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

/** From where people may sign in and work; none stands for everywhere. */
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

/** What a user chose for the console. What is left out follows the device. */
export const userSettingsSchema = z.strictObject({
  /** A language tag (RFC 5646) that the product speaks; one it no longer speaks counts as left out. */
  language: z
    .string()
    .max(35)
    .regex(/^[a-z]{2,3}(?:-[a-z\d]{2,8})*$/i)
    .optional(),
  theme: z.enum(themes).optional(),
  density: z.enum(densities).optional(),
  /** An IANA name, or `system` for the one of the device. */
  timeZone: lineText(64)
    .refine((name) => name === 'system' || isTimeZone(name), { params: { code: 'time_zone_unknown' } })
    .optional(),
})
export type UserSettings = z.output<typeof userSettingsSchema>

/** The keys that the datastore knows, by the level at which each stands. */
export const settingSchemas = {
  Tenant: {
    tenantSettings: tenantSettingsSchema,
    sessionPolicy: sessionPolicySchema,
    emailDomains: emailDomainsSchema,
    signInAddresses: signInAddressesSchema,
  },
  User: { userSettings: userSettingsSchema },
} as const

export type SettingLevel = keyof typeof settingSchemas
export type TenantSettingKey = keyof typeof settingSchemas.Tenant
export type TenantSettingValue<K extends TenantSettingKey> = z.output<(typeof settingSchemas.Tenant)[K]>
