import { z } from 'zod'
import { documentText, keyText } from '../text.ts'
import { endpoint, timestamp } from '../http.ts'

/**
 * The tenant, its applications and the store of settings (first specification file, sections 3 and 7). What each key
 * holds stands in `rules/settings.ts`.
 */

const tag = 'Tenant'

export const settingLevel = z.enum(['Tenant', 'User'])
const settingKey = keyText(128).meta({ example: 'tenantSettings' })
const levelId = keyText(254).meta({ description: 'Identifier of the tenant, or of the user' })
const exampleTenantId = '0199c0de-1111-7c11-9d59-3b8f5f1c2a44'

export const getSetting = endpoint({
  id: 'getSetting',
  method: 'GET',
  path: '/tenantinfo/datastore/{key}',
  summary: 'Read a setting',
  description:
    'The answer is the setting itself. One that nobody has saved answers its defaults, with the version 0 as ETag. Settings of the tenant are read by its administrators, settings of a user by the user alone.',
  tag,
  access: { signedIn: true },
  params: z.strictObject({ key: settingKey }),
  query: z.strictObject({ level: settingLevel, levelId }),
  response: z.unknown(),
  etag: true,
  errors: ['not_found', 'forbidden', 'setting_not_own'],
  examples: {
    params: { key: 'tenantSettings' },
    query: { level: 'Tenant', levelId: exampleTenantId },
    response: { featurePreviewAccess: false },
  },
})

export const putSetting = endpoint({
  id: 'putSetting',
  method: 'PUT',
  path: '/tenantinfo/datastore',
  summary: 'Save a setting',
  description:
    'The value is the setting as JSON, held against the schema of its key. With If-Match only on top of that version; `"0"` stands for a setting that nobody has saved. Settings of the tenant that would lock its administrators out are refused.',
  tag,
  access: { signedIn: true },
  repeatable: true,
  body: z.strictObject({ key: settingKey, level: settingLevel, levelId, value: documentText() }),
  response: z.strictObject({ key: z.string(), level: settingLevel, levelId: z.string(), value: z.string(), updatedTime: timestamp }),
  etag: true,
  precondition: 'optional',
  errors: [
    'not_found',
    'forbidden',
    'setting_not_own',
    'setting_too_large',
    'setting_needs_person',
    'session_too_short',
    'own_address_excluded',
    'own_domain_excluded',
    'version_conflict',
  ],
  examples: {
    body: { key: 'tenantSettings', level: 'Tenant', levelId: exampleTenantId, value: '{"featurePreviewAccess":true}' },
    response: {
      key: 'tenantSettings',
      level: 'Tenant',
      levelId: exampleTenantId,
      value: '{"featurePreviewAccess":true}',
      updatedTime: '2026-03-14T09:26:53.589Z',
    },
  },
})

export const tenantSchema = z.strictObject({
  tenantId: z.uuid(),
  tenantName: z.string(),
  displayName: z.string(),
  createdTime: timestamp,
  isFederated: z.boolean(),
  /** What sessions follow where the tenant has settled nothing. */
  sessionDefaults: z.strictObject({ lifetimeMinutes: z.number(), inactivityMinutes: z.number() }),
  /** The address from which this call came; null where the connection has none. */
  callerAddress: z.string().nullable(),
})
export type Tenant = z.output<typeof tenantSchema>

export const getTenant = endpoint({
  id: 'getTenant',
  method: 'GET',
  path: '/tenantinfo/tenant',
  summary: 'Read the own tenant',
  tag,
  access: { permission: 'Admin.ViewTenantInfo' },
  response: tenantSchema,
  errors: [],
  examples: {
    response: {
      tenantId: exampleTenantId,
      tenantName: 'demo',
      displayName: 'Northwind Re',
      createdTime: '2026-01-05T08:00:00.000Z',
      isFederated: false,
      sessionDefaults: { lifetimeMinutes: 720, inactivityMinutes: 60 },
      callerAddress: '192.0.2.17',
    },
  },
})

export const tenantAppSchema = z.strictObject({
  appName: z.string(),
  displayName: z.string(),
  purpose: z.string(),
  productCodes: z.array(z.string()).meta({ description: 'The licences by which the tenant has it' }),
  /** When the last of its licences ends. */
  endDate: timestamp,
})

export const listTenantApps = endpoint({
  id: 'listTenantApps',
  method: 'GET',
  path: '/tenantinfo/apps',
  summary: 'The applications that the tenant is licensed for now',
  tag,
  // First specification file, section 4: loaded for whoever may view system usage.
  access: { permission: 'Admin.ViewSystemUsage' },
  response: z.array(tenantAppSchema),
  errors: [],
  examples: {
    response: [
      {
        appName: 'rlax',
        displayName: 'Risk Modeler',
        purpose: 'Model the loss of portfolios and accounts',
        productCodes: ['RI-RISKMODELER'],
        endDate: '2027-03-31T00:00:00.000Z',
      },
    ],
  },
})
