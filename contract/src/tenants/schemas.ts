import { z } from 'zod'
import { asOf, timestamp } from '../fields.ts'
import { documentText, keyText } from '../text.ts'

export const settingLevel = z.enum(['Tenant', 'User'])
const settingKey = keyText(128).meta({ example: 'tenantSettings' })
const levelId = keyText(254).meta({ description: 'Identifier of the tenant, or of the user' })

export const getSettingParams = z.strictObject({ key: settingKey })

export const getSettingQuery = z.strictObject({ level: settingLevel, levelId, asOf })

export const getSettingResponse = z.unknown()

export const putSettingBody = z.strictObject({ key: settingKey, level: settingLevel, levelId, value: documentText() })

export const putSettingResponse = z.strictObject({
  key: z.string(),
  level: settingLevel,
  levelId: z.string(),
  value: z.string(),
  updatedTime: timestamp,
})

const retentionLimits = z.strictObject({ defaultDays: z.number().int(), minimumDays: z.number().int(), maximumDays: z.number().int() })

export const tenantSchema = z.strictObject({
  tenantId: z.uuid(),
  tenantName: z.string(),
  displayName: z.string(),
  createdTime: timestamp,
  isFederated: z.boolean(),
  licenseCode: z.string().meta({ description: "The code of the tenant's license; empty if it has none" }),
  region: z.string().nullable().meta({ description: 'Where the installation keeps its data, as named by the operator' }),
  administrators: z
    .array(z.strictObject({ userId: z.uuid(), givenName: z.string(), familyName: z.string(), email: z.string() }))
    .meta({ description: 'Active administrators, at most ten, by name' }),
  /** The session limits if the tenant has set none. */
  sessionDefaults: z.strictObject({ lifetimeMinutes: z.number(), inactivityMinutes: z.number() }),
  /** How long the logs are kept if the tenant has set nothing, and the operator's limits. */
  logRetention: z.strictObject({ auditLog: retentionLimits, systemLog: retentionLimits }),
  /** The IP address of this call; null if the connection has none. */
  callerAddress: z.string().nullable(),
})
export type Tenant = z.output<typeof tenantSchema>

export const tenantAppSchema = z.strictObject({
  appName: z.string(),
  displayName: z.string(),
  purpose: z.string(),
  productCodes: z.array(z.string()).meta({ description: 'The licenses by which the tenant has it' }),
  /** When the last of its licenses expires. */
  endDate: timestamp,
})

export const listTenantAppsResponse = z.array(tenantAppSchema)
