import { queryOptions } from '@tanstack/react-query'
import { type CallInput, ProblemError } from '@steward/contract/http'
import {
  accountCreationSchema,
  emailDomainsSchema,
  logRetentionSchema,
  secondFactorSchema,
  sessionPolicySchema,
  signInAddressesSchema,
  tenantSettingsSchema,
  type TenantSettingKey,
} from '@steward/contract/rules/settings-schemas'
import type { FactorAudience } from '@steward/contract/rules/factors'
import { listWithoutFactor } from '@steward/contract/session/factors'
import { getSetting, getTenant, putSetting } from '@steward/contract/tenants/endpoints'
import { api, apiWithEtag } from '../api/client.ts'
import { shownMoment } from '../api/moment.ts'
import { problemCode } from '../api/problem.ts'
import { endpointQuery } from '../api/query.ts'
import { settingsOf, type Settings, type SettingsOutput } from './values.ts'

/** The tenant itself, with the defaults of its settings. */
export const tenantQuery = endpointQuery(getTenant, ['tenant'], {})

/** Who would have to set up a second factor. */
export const withoutFactorQuery = (audience: FactorAudience) =>
  endpointQuery(listWithoutFactor, ['app_user', 'group_member', 'sign_in_factor'], { query: { audience } })

/** All settings of the tenant, each with its version, loaded together. */
export interface VersionedSettings {
  data: Settings
  etags: Readonly<Record<TenantSettingKey, string | undefined>>
  /** One version for all of them. */
  etag: string
}

export const settingsQuery = (tenantId: string) =>
  queryOptions({
    queryKey: ['tenantSettings', tenantId] as const,
    queryFn: ({ signal }) => readSettings(tenantId, signal),
    meta: { tables: ['datastore_entry'], hasPast: true },
  })

export async function readSettings(tenantId: string, signal?: AbortSignal): Promise<VersionedSettings> {
  const read = (key: TenantSettingKey) =>
    apiWithEtag(getSetting, { params: { key }, query: { level: 'Tenant', levelId: tenantId, asOf: shownMoment() }, signal })
  const [preview, session, factor, domains, addresses, retention, creation] = await Promise.all([
    read('tenantSettings'),
    read('sessionPolicy'),
    read('secondFactor'),
    read('emailDomains'),
    read('signInAddresses'),
    read('logRetention'),
    read('accountCreation'),
  ])
  const etags = {
    tenantSettings: preview.etag,
    sessionPolicy: session.etag,
    secondFactor: factor.etag,
    emailDomains: domains.etag,
    signInAddresses: addresses.etag,
    logRetention: retention.etag,
    accountCreation: creation.etag,
  }
  return {
    data: {
      tenantSettings: tenantSettingsSchema.parse(preview.data),
      sessionPolicy: sessionPolicySchema.parse(session.data),
      secondFactor: secondFactorSchema.parse(factor.data),
      emailDomains: emailDomainsSchema.parse(domains.data),
      signInAddresses: signInAddressesSchema.parse(addresses.data),
      logRetention: logRetentionSchema.parse(retention.data),
      accountCreation: accountCreationSchema.parse(creation.data),
    },
    etags,
    etag: Object.values(etags).join(),
  }
}

/** The order in which settings are saved: those that can be refused first, so that a refusal leaves the rest unchanged. */
const keys = [
  'secondFactor',
  'signInAddresses',
  'emailDomains',
  'sessionPolicy',
  'logRetention',
  'accountCreation',
  'tenantSettings',
] as const satisfies readonly TenantSettingKey[]

/** Saves the settings that differ from the version they were based on. @throws ProblemError with the form's field names */
export async function saveSettings(tenantId: string, wanted: SettingsOutput, from: VersionedSettings): Promise<VersionedSettings> {
  for (const setting of changedSettings(wanted, from)) await saveOne(tenantId, setting, from.etags[setting.key])
  return readSettings(tenantId)
}

interface ChangedSetting {
  key: TenantSettingKey
  /** As JSON. */
  value: string
}

/** The settings that differ from the version they were based on, in the order in which they are saved. */
export function changedSettings(wanted: SettingsOutput, from: VersionedSettings): ChangedSetting[] {
  const [before, after] = [settingsOf(from.data), settingsOf(wanted)]
  return keys.map((key) => ({ key, value: JSON.stringify(after[key]) })).filter(({ key, value }) => value !== JSON.stringify(before[key]))
}

export const settingCall = (tenantId: string, setting: ChangedSetting): CallInput<typeof putSetting> => ({
  body: { ...setting, level: 'Tenant', levelId: tenantId },
})

async function saveOne(tenantId: string, setting: ChangedSetting, ifMatch: string | undefined): Promise<void> {
  try {
    await api(putSetting, { ...settingCall(tenantId, setting), ifMatch })
  } catch (error) {
    // Already saved by the previous attempt, which stopped when another setting was refused.
    if (problemCode(error) === 'version_conflict') {
      const { data } = await readSettings(tenantId)
      if (JSON.stringify(settingsOf(data)[setting.key]) === setting.value) return
    }
    throw error instanceof ProblemError ? withoutPrefix(error) : error
  }
}

/** The server's errors name fields below `value`; the form's names have no such prefix. */
function withoutPrefix({ status, problem, retryAfterSeconds }: ProblemError): ProblemError {
  const errors = problem.errors?.map((fault) => ({ ...fault, field: fault.field.replace(/^value\./, '') }))
  return new ProblemError(status, { ...problem, ...(errors ? { errors } : {}) }, retryAfterSeconds)
}
