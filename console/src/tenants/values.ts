import { z } from 'zod'
import { m } from '@steward/contract/paraglide/messages'
import {
  emailDomainsSchema,
  secondFactorSchema,
  sessionPolicySchema,
  signInAddressesSchema,
  type AccountCreation,
  type EmailDomains,
  type LogRetention,
  type SecondFactor,
  type SessionPolicy,
  type SignInAddresses,
  type TenantSettings,
} from '@steward/contract/rules/settings-schemas'
import { type FactorAudience, factorKinds } from '@steward/contract/rules/factors'
import { longestInactivityMinutes, longestLifetimeMinutes, shortestSessionMinutes } from '@steward/contract/rules/settings'
import type { Tenant } from '@steward/contract/tenants/schemas'
import { audienceLabels } from '../change-text/settingLabels.ts'
import { chosenOf, type ConflictField, type Side } from '../ui/form/conflict.ts'
import { formatDays, formatMinutes } from '../i18n/duration.ts'
import { typedNumber } from '../i18n/decimals.ts'

/** The settings as the server stores them. */
export interface Settings {
  tenantSettings: TenantSettings
  sessionPolicy: SessionPolicy
  secondFactor: SecondFactor
  emailDomains: EmailDomains
  signInAddresses: SignInAddresses
  logRetention: LogRetention
  accountCreation: AccountCreation
}

/** The form's values: numbers as typed, empty for the default. */
export interface SettingsValues {
  featurePreviewAccess: boolean
  lifetimeMinutes: string
  inactivityMinutes: string
  audience: FactorAudience
  passkey: boolean
  authenticator: boolean
  graceDays: string
  rememberDays: string
  requiresProviderFactor: boolean
  requiresResetApproval: boolean
  /** One a line. */
  providerContexts: string
  domains: { domain: string }[]
  ranges: { range: string; note?: string | undefined }[]
  auditLogDays: string
  systemLogDays: string
  duringProvisioning: boolean
}

/** The form's values after validation. */
export interface SettingsOutput {
  featurePreviewAccess: boolean
  lifetimeMinutes: number | null
  inactivityMinutes: number | null
  audience: FactorAudience
  passkey: boolean
  authenticator: boolean
  graceDays: number
  rememberDays: number
  requiresProviderFactor: boolean
  requiresResetApproval: boolean
  providerContexts: string[]
  domains: EmailDomains['domains']
  ranges: SignInAddresses['ranges']
  auditLogDays: number | null
  systemLogDays: number | null
  duringProvisioning: boolean
}

const { lifetimeMinutes, inactivityMinutes } = sessionPolicySchema.shape
const { audience, graceDays, rememberDays, providerContexts } = secondFactorSchema.shape
/** A number or nothing; `read` gives the number of a text. */
const optional = (read: (given: string) => number | undefined, number: z.ZodType<number | null, number | null>) =>
  z
    .string()
    .trim()
    .transform((given) => (given === '' ? null : (read(given) ?? Number.NaN)))
    .pipe(number)

/** The form keeps durations as minutes. */
const keptMinutes = (minutes: string): number | undefined => (/^[\d.]+$/.test(minutes) ? Number(minutes) : undefined)

/** Minutes within the contract's limits, whose messages name them in their own units. */
const duration = (minutes: z.ZodType<number | null, number | null>, longest: number) =>
  optional(
    keptMinutes,
    z.custom<number | null>((value) => minutes.safeParse(value).success, {
      params: { code: 'outside_limits', minimum: formatMinutes(shortestSessionMinutes), maximum: formatMinutes(longest) },
    }),
  )

/** Days that have no default: empty is refused. */
const wholeDays = (days: z.ZodType<number, number>) =>
  z
    .string()
    .transform((typedDays) => typedNumber(typedDays) ?? Number.NaN)
    .pipe(days)

type LogLimits = Tenant['logRetention']

const daysWithin = ({ minimumDays, maximumDays }: LogLimits[keyof LogLimits]) =>
  optional(typedNumber, z.number().int().min(minimumDays).max(maximumDays).nullable())

/** Validated with the contract's own schemas, field by field, and the operator's limits for the logs. */
export const settingsSchema = (limits: LogLimits): z.ZodType<SettingsOutput, SettingsValues> =>
  z
    .strictObject({
      featurePreviewAccess: z.boolean(),
      lifetimeMinutes: duration(lifetimeMinutes.unwrap(), longestLifetimeMinutes),
      inactivityMinutes: duration(inactivityMinutes.unwrap(), longestInactivityMinutes),
      audience: audience.unwrap(),
      passkey: z.boolean(),
      authenticator: z.boolean(),
      graceDays: wholeDays(graceDays.unwrap()),
      rememberDays: wholeDays(rememberDays.unwrap()),
      requiresProviderFactor: z.boolean(),
      requiresResetApproval: z.boolean(),
      providerContexts: z.string().transform(linesOf).pipe(providerContexts.unwrap()),
      domains: emailDomainsSchema.shape.domains.unwrap(),
      ranges: signInAddressesSchema.shape.ranges.unwrap(),
      auditLogDays: daysWithin(limits.auditLog),
      systemLogDays: daysWithin(limits.systemLog),
      duringProvisioning: z.boolean(),
    })
    .check(({ value, issues }) => {
      if (!value.passkey && !value.authenticator) {
        issues.push({ code: 'custom', path: ['authenticator'], input: value, params: { code: 'required' } })
      }
      const policy = sessionPolicySchema.safeParse({ lifetimeMinutes: value.lifetimeMinutes, inactivityMinutes: value.inactivityMinutes })
      // Each value's own schema has already reported its errors.
      for (const issue of policy.error?.issues ?? []) {
        if (issue.code === 'custom') issues.push({ ...issue, path: [...issue.path], input: value })
      }
    })

const linesOf = (typedLines: string): string[] => typedLines.split(/\s+/).filter(Boolean)

const text = (number: number | null): string => (number === null ? '' : String(number))

export const valuesOf = ({ data }: { data: Settings }): SettingsValues => ({
  featurePreviewAccess: data.tenantSettings.featurePreviewAccess,
  lifetimeMinutes: text(data.sessionPolicy.lifetimeMinutes),
  inactivityMinutes: text(data.sessionPolicy.inactivityMinutes),
  audience: data.secondFactor.audience,
  passkey: data.secondFactor.kinds.includes('passkey'),
  authenticator: data.secondFactor.kinds.includes('authenticator'),
  graceDays: text(data.secondFactor.graceDays),
  rememberDays: text(data.secondFactor.rememberDays),
  requiresProviderFactor: data.secondFactor.requiresProviderFactor,
  requiresResetApproval: data.secondFactor.requiresResetApproval,
  providerContexts: data.secondFactor.providerContexts.join('\n'),
  domains: data.emailDomains.domains,
  ranges: data.signInAddresses.ranges,
  auditLogDays: text(data.logRetention.auditLogDays),
  systemLogDays: text(data.logRetention.systemLogDays),
  duringProvisioning: data.accountCreation.duringProvisioning,
})

/** The value of each key in a normal form, so that two can be compared; without the author, whom the server knows. */
export function settingsOf(given: Settings | SettingsOutput): Settings {
  const flat = 'tenantSettings' in given ? outputOf(given) : given
  return {
    tenantSettings: { featurePreviewAccess: flat.featurePreviewAccess },
    sessionPolicy: { lifetimeMinutes: flat.lifetimeMinutes, inactivityMinutes: flat.inactivityMinutes },
    secondFactor: {
      audience: flat.audience,
      kinds: factorKinds.filter((kind) => flat[kind]),
      graceDays: flat.graceDays,
      rememberDays: flat.rememberDays,
      requiresProviderFactor: flat.requiresProviderFactor,
      requiresResetApproval: flat.requiresResetApproval,
      providerContexts: [...flat.providerContexts],
    },
    emailDomains: { domains: flat.domains.map(({ domain }) => ({ domain })) },
    signInAddresses: { ranges: flat.ranges.map(({ range, note }) => ({ range, note })) },
    logRetention: { auditLogDays: flat.auditLogDays, systemLogDays: flat.systemLogDays },
    accountCreation: { duringProvisioning: flat.duringProvisioning },
  }
}

const outputOf = (settings: Settings): SettingsOutput => ({
  featurePreviewAccess: settings.tenantSettings.featurePreviewAccess,
  ...settings.sessionPolicy,
  audience: settings.secondFactor.audience,
  passkey: settings.secondFactor.kinds.includes('passkey'),
  authenticator: settings.secondFactor.kinds.includes('authenticator'),
  graceDays: settings.secondFactor.graceDays,
  rememberDays: settings.secondFactor.rememberDays,
  requiresProviderFactor: settings.secondFactor.requiresProviderFactor,
  requiresResetApproval: settings.secondFactor.requiresResetApproval,
  providerContexts: [...settings.secondFactor.providerContexts],
  ...settings.emailDomains,
  ...settings.signInAddresses,
  ...settings.logRetention,
  ...settings.accountCreation,
})

interface Versions {
  base: Settings
  mine: SettingsOutput
  theirs: Settings
}

const fields: readonly { id: keyof SettingsOutput; label: () => string; show: (values: SettingsOutput) => string }[] = [
  {
    id: 'featurePreviewAccess',
    label: m.tenant_settings_preview_access,
    show: (values) => switchText(values.featurePreviewAccess),
  },
  { id: 'lifetimeMinutes', label: m.tenant_settings_lifetime, show: (values) => minutesText(values.lifetimeMinutes) },
  { id: 'inactivityMinutes', label: m.tenant_settings_inactivity, show: (values) => minutesText(values.inactivityMinutes) },
  { id: 'audience', label: m.tenant_settings_factor_audience, show: (values) => audienceLabels[values.audience]() },
  { id: 'passkey', label: m.tenant_settings_factor_passkeys, show: (values) => switchText(values.passkey) },
  { id: 'authenticator', label: m.tenant_settings_factor_authenticators, show: (values) => switchText(values.authenticator) },
  { id: 'graceDays', label: m.tenant_settings_factor_grace, show: (values) => formatDays(values.graceDays) },
  { id: 'rememberDays', label: m.tenant_settings_factor_remember, show: (values) => formatDays(values.rememberDays) },
  { id: 'requiresProviderFactor', label: m.tenant_settings_factor_provider, show: (values) => switchText(values.requiresProviderFactor) },
  { id: 'requiresResetApproval', label: m.tenant_settings_factor_approval, show: (values) => switchText(values.requiresResetApproval) },
  { id: 'providerContexts', label: m.tenant_settings_factor_contexts, show: (values) => listText(values.providerContexts) },
  { id: 'domains', label: m.tenant_settings_domains, show: ({ domains }) => listText(domains.map(({ domain }) => domain)) },
  {
    id: 'ranges',
    label: m.tenant_settings_addresses,
    show: ({ ranges }) => listText(ranges.map(({ range, note }) => (note === '' ? range : `${range} (${note})`))),
  },
  { id: 'auditLogDays', label: m.tenant_settings_retention_audit, show: (values) => daysText(values.auditLogDays) },
  { id: 'systemLogDays', label: m.tenant_settings_retention_system, show: (values) => daysText(values.systemLogDays) },
  {
    id: 'duringProvisioning',
    label: m.tenant_settings_creation,
    show: (values) => switchText(values.duringProvisioning),
  },
]

const switchText = (isOn: boolean): string => (isOn ? m.tenant_settings_on() : m.tenant_settings_off())

const minutesText = (minutes: number | null): string => (minutes === null ? m.tenant_settings_default() : formatMinutes(minutes))
const daysText = (days: number | null): string => (days === null ? m.tenant_settings_default() : formatDays(days))
const listText = (items: readonly string[]): string => (items.length === 0 ? m.tenant_settings_nothing() : items.join('\n'))

/** Both versions field by field, as readable text. */
export function settingsConflict({ base, mine, theirs }: Versions): ConflictField[] {
  return fields.map(({ id, label, show }) => ({
    id,
    label: label(),
    base: show(outputOf(base)),
    mine: show(mine),
    theirs: show(outputOf(theirs)),
  }))
}

/** The settings after a version was chosen for each field. */
export function resolvedSettings({ mine, theirs }: Pick<Versions, 'mine' | 'theirs'>, sides: Record<string, Side>): SettingsOutput {
  const chosen = chosenOf({ mine, theirs: outputOf(theirs) }, sides)
  return {
    featurePreviewAccess: chosen('featurePreviewAccess'),
    lifetimeMinutes: chosen('lifetimeMinutes'),
    inactivityMinutes: chosen('inactivityMinutes'),
    audience: chosen('audience'),
    passkey: chosen('passkey'),
    authenticator: chosen('authenticator'),
    graceDays: chosen('graceDays'),
    rememberDays: chosen('rememberDays'),
    requiresProviderFactor: chosen('requiresProviderFactor'),
    requiresResetApproval: chosen('requiresResetApproval'),
    providerContexts: chosen('providerContexts'),
    domains: chosen('domains'),
    ranges: chosen('ranges'),
    auditLogDays: chosen('auditLogDays'),
    systemLogDays: chosen('systemLogDays'),
    duringProvisioning: chosen('duringProvisioning'),
  }
}

/** The limits, in minutes, that are shorter than before, so that open sessions end; undefined if none is. */
export function shortenedSession(
  saved: SessionPolicy,
  typedPolicy: Pick<SettingsValues, 'lifetimeMinutes' | 'inactivityMinutes'>,
  defaults: Tenant['sessionDefaults'],
): { lifetime: number | undefined; inactivity: number | undefined } | undefined {
  const shorter = (name: keyof SessionPolicy, field: z.ZodType<number | null, number | null>) => {
    const parsed = optional(keptMinutes, field).safeParse(typedPolicy[name])
    if (!parsed.success) return undefined
    const limit = parsed.data ?? defaults[name]
    return limit < (saved[name] ?? defaults[name]) ? limit : undefined
  }
  const lifetime = shorter('lifetimeMinutes', lifetimeMinutes.unwrap())
  const inactivity = shorter('inactivityMinutes', inactivityMinutes.unwrap())
  return lifetime === undefined && inactivity === undefined ? undefined : { lifetime, inactivity }
}

/** For how many days each log is kept from now on that was kept longer before. */
export interface Shortened {
  auditLog: number | undefined
  systemLog: number | undefined
}

/** The logs that lose entries; undefined if none does. */
export function shortenedLogs(before: LogRetention, wanted: LogRetention, limits: LogLimits): Shortened | undefined {
  const shorter = (from: number | null, to: number | null, { defaultDays }: LogLimits[keyof LogLimits]) =>
    (to ?? defaultDays) < (from ?? defaultDays) ? (to ?? defaultDays) : undefined
  const auditLog = shorter(before.auditLogDays, wanted.auditLogDays, limits.auditLog)
  const systemLog = shorter(before.systemLogDays, wanted.systemLogDays, limits.systemLog)
  return auditLog === undefined && systemLog === undefined ? undefined : { auditLog, systemLog }
}
