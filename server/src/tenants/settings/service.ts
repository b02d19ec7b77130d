import { problem } from '@steward/contract/errors'
import { fieldFaults } from '@steward/contract/field-faults'
import type { BodyOf, ResponseOf } from '@steward/contract/http'
import type { PermissionName } from '@steward/contract/rules/permissions'
import {
  type SecondFactor,
  type SettingLevel,
  type TenantSettingKey,
  type TenantSettings,
  accountCreationSchema,
  emailDomainsSchema,
  logRetentionSchema,
  secondFactorSchema,
  sessionPolicySchema,
  settingSchemas,
  signInAddressesSchema,
  tenantSettingsSchema,
} from '@steward/contract/rules/settings-schemas'
import { factorAudiences } from '@steward/contract/rules/factors'
import { longestSettingBytes } from '@steward/contract/rules/settings'
import type { putSetting } from '@steward/contract/tenants/endpoints'
import type { z } from 'zod'
import { readAsOf } from '../../access/as-of.ts'
import { activeAdministratorEmails } from '../../access/guard.ts'
import type { Db } from '../../db/pool.ts'
import { requireFreshIn } from '../../db/operation.ts'
import { type TenantTransaction, noteChange, tenantIdOf, withTenant } from '../../db/tenant.ts'
import { contextOf } from '../../http/context.ts'
import type { Principal } from '../../http/principal.ts'
import { endLapsedOfTenant } from '../../session/sessions.ts'
import { mustHoldOwnAddress, mustKeepAnAdministrator, mustOutlastAccessTokens } from './guards.ts'
import type { Policies } from './policies.ts'
import { type LogLimits, mustBeWithinLimits } from './retention-limits.ts'
import { type EntryName, deleteTenantEntries, findEntry, findPerson, saveEntry } from './queries.ts'

export interface SettingContext {
  db: Db
  policies: Policies
  accessTokenSeconds: number
  logLimits: LogLimits
  isGranted(principal: Principal, permission: PermissionName): Promise<boolean>
  now(): Date
}

/** The caller and their address. */
export interface SettingCaller {
  principal: Principal
  requestId: string
  address: string | undefined
}

/** Who puts a setting back. An operator's command has neither user nor address. */
export interface SettingSetter {
  /** Of a person; undefined for programs. */
  userId: string | undefined
  address: string | undefined
}

export interface VersionedSetting {
  value: unknown
  version: number
}

/** Reading and saving settings. */
export function createSettingService(context: SettingContext) {
  const { db } = context

  /**
   * The schema of a setting that the caller can access.
   * @throws not_found for a key or a level that isn't the caller's tenant's; setting_not_own, forbidden
   */
  async function admit({ principal }: SettingCaller, { level, levelId, key }: EntryName, purpose: 'read' | 'save'): Promise<z.ZodType> {
    const schema = schemaOf(level, key)
    if (!schema) throw problem('not_found')
    if (level === 'Tenant') {
      if (levelId !== principal.tenantId) throw problem('not_found')
      await mustHave(principal, 'Admin.EditTenantSettings')
    } else {
      if (principal.type !== 'user' || levelId !== principal.id) throw problem('setting_not_own')
      if (purpose === 'save') await mustHave(principal, 'FeatureFlags.AccountSettings')
    }
    return schema
  }

  async function mustHave(principal: Principal, permission: PermissionName): Promise<void> {
    if (!(await context.isGranted(principal, permission))) throw problem('forbidden', { permission })
  }

  /** Applies the rules of the key to a new value, and returns the value to save. */
  async function prepare(tx: TenantTransaction, setter: SettingSetter, key: TenantSettingKey, wanted: unknown): Promise<unknown> {
    switch (key) {
      case 'tenantSettings':
        return withUserDetails(tx, setter, tenantSettingsSchema.parse(wanted))
      case 'sessionPolicy': {
        const policy = sessionPolicySchema.parse(wanted)
        const times = context.policies.timesOf(policy)
        mustOutlastAccessTokens(policy, times, context.accessTokenSeconds)
        await endLapsedOfTenant(tx, times, context.now())
        return policy
      }
      case 'emailDomains': {
        const domains = emailDomainsSchema.parse(wanted)
        mustKeepAnAdministrator(domains, await activeAdministratorEmails(tx))
        return domains
      }
      case 'logRetention': {
        const retention = logRetentionSchema.parse(wanted)
        mustBeWithinLimits(retention, context.logLimits)
        return retention
      }
      case 'secondFactor': {
        await requireFreshIn(tx)
        return sinceNow(secondFactorSchema.parse(wanted), (await context.policies.read(tx)).secondFactor, context.now())
      }
      case 'accountCreation':
        return accountCreationSchema.parse(wanted)
      case 'signInAddresses': {
        const addresses = signInAddressesSchema.parse(wanted)
        mustHoldOwnAddress(addresses, { isUser: setter.userId !== undefined, address: setter.address })
        return addresses
      }
    }
  }

  async function withUserDetails(tx: TenantTransaction, { userId }: SettingSetter, settings: TenantSettings): Promise<TenantSettings> {
    // Previews are flags, so caches of permissions and open pages depend on them.
    noteChange(tx, 'feature_flag_override', { isWritten: false })
    const { featurePreviewAccess } = settings
    const person = userId === undefined ? undefined : await findPerson(tx, userId)
    if (!person) return { featurePreviewAccess }
    const { email, given_name: firstName, family_name: lastName } = person
    return { featurePreviewAccess, userDetails: { email, firstName, lastName, updatedAt: context.now().toISOString() } }
  }

  return {
    /**
     * A setting with its defaults filled in; version 0 if it was never saved, or as of another moment.
     * @throws not_found, setting_not_own, forbidden, as_of_future, as_of_too_old
     */
    async read(caller: SettingCaller, name: EntryName, asOf?: string): Promise<VersionedSetting> {
      const schema = await admit(caller, name, 'read')
      // Only settings of the tenant have images.
      const moment = name.level === 'Tenant' ? asOf : undefined
      const entry = await readAsOf(db, contextOf(caller.principal, caller.requestId), moment, (tx) => findEntry(tx, name))
      return { value: schema.parse(entry ? JSON.parse(entry.value) : {}), version: entry?.version ?? 0 }
    },

    /**
     * Saves a setting; every process applies it when this resolves.
     * @throws not_found, setting_not_own, forbidden, setting_too_large, invalid_request, version_conflict, and the errors of
     * the guards
     */
    async save(
      caller: SettingCaller,
      { value: text, ...name }: BodyOf<typeof putSetting>,
      ifMatch: number | undefined,
    ): Promise<{ saved: ResponseOf<typeof putSetting>; version: number }> {
      const schema = await admit(caller, name, 'save')
      const wanted = parse(schema, text)
      return withTenant(db, contextOf(caller.principal, caller.requestId), async (tx) => {
        const value = name.level === 'Tenant' ? await prepare(tx, setterOf(caller), name.key as TenantSettingKey, wanted) : wanted // admitted above
        const entry = await saveEntry(tx, name, JSON.stringify(value), ifMatch)
        if (!entry) throw problem('version_conflict')
        return { saved: { ...name, value: entry.value, updatedTime: entry.updated_at.toISOString() }, version: entry.version }
      })
    },

    /**
     * Makes a setting of the tenant what it was, by the rules of saving it.
     * @param stored the value as it was kept, or undefined if it never was
     * @throws change_not_undoable for a key that is no longer a setting, and the errors of the guards
     */
    async putBack(tx: TenantTransaction, setter: SettingSetter, key: string, stored: string | undefined): Promise<void> {
      const schema = schemaOf('Tenant', key)
      if (!schema) throw problem('change_not_undoable')
      const name = { level: 'Tenant' as const, levelId: tenantIdOf(tx), key }
      // A schema has the key.
      const value = await prepare(tx, setter, key as TenantSettingKey, schema.parse(stored === undefined ? {} : JSON.parse(stored)))
      if (stored === undefined) await deleteTenantEntries(tx, [key])
      // Who saved it, and when, is part of this one.
      else await saveEntry(tx, name, key === 'tenantSettings' ? stored : JSON.stringify(value), undefined)
    },
  }
}

const setterOf = ({ principal, address }: SettingCaller): SettingSetter => ({
  userId: principal.type === 'user' ? principal.id : undefined,
  address,
})

/** The grace period counts from when the setting began to ask more people. */
function sinceNow(wanted: SecondFactor, current: SecondFactor, time: Date): SecondFactor {
  const isWider = factorAudiences.indexOf(wanted.audience) > factorAudiences.indexOf(current.audience)
  const isStricter = current.kinds.some((kind) => !wanted.kinds.includes(kind))
  const since = isWider || isStricter ? time.toISOString() : current.since
  return { ...wanted, since }
}

export type SettingService = ReturnType<typeof createSettingService>

function schemaOf(level: SettingLevel, key: string): z.ZodType | undefined {
  const schemas: Readonly<Record<string, z.ZodType>> = settingSchemas[level]
  return Object.hasOwn(schemas, key) ? schemas[key] : undefined
}

/** @throws setting_too_large, invalid_request with the errors below `value` */
function parse(schema: z.ZodType, text: string): unknown {
  if (Buffer.byteLength(text) > longestSettingBytes) {
    throw problem('setting_too_large', { limitBytes: longestSettingBytes }, { field: 'value' })
  }
  let input: unknown
  try {
    input = JSON.parse(text)
  } catch {
    throw problem('invalid_request', {}, { fields: [{ field: 'value', code: 'invalid_json' }] })
  }
  if (typeof input !== 'object' || input === null || Array.isArray(input)) {
    throw problem('invalid_request', {}, { fields: [{ field: 'value', code: 'invalid_json' }] })
  }
  const result = schema.safeParse(input)
  if (result.success) return result.data
  throw problem('invalid_request', {}, { fields: fieldFaults(result.error.issues, input, 'value.') })
}
