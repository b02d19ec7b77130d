import { operations } from '../operations.ts'
import * as endpoints from './endpoints.ts'
import {
  getSettingParams,
  getSettingQuery,
  getSettingResponse,
  listTenantAppsResponse,
  putSettingBody,
  putSettingResponse,
  tenantSchema,
} from './schemas.ts'

const tag = 'Tenant'

const exampleTenantId = '0199c0de-1111-7c11-9d59-3b8f5f1c2a44'

export const tenantsDocs = operations(endpoints, {
  getSetting: {
    summary: 'Get a setting',
    description:
      'Returns the setting itself. A setting that was never saved has its defaults, and version 0 as `ETag`. Only administrators can read settings of the tenant, and only the user can read settings of a user. Only settings of the tenant can be read as of an earlier time.',
    tag,
    params: getSettingParams,
    query: getSettingQuery,
    response: getSettingResponse,
    errors: ['not_found', 'forbidden', 'setting_not_own', 'as_of_future', 'as_of_too_old'],
    examples: {
      params: { key: 'tenantSettings' },
      query: { level: 'Tenant', levelId: exampleTenantId },
      response: { featurePreviewAccess: false },
    },
  },
  putSetting: {
    summary: 'Save a setting',
    description:
      'The value is the setting as JSON; it must match the schema of its key. With `If-Match`, it is saved only if that is the current version; `"0"` means a setting that was never saved. Settings of the tenant that would lock out its administrators are refused.',
    tag,
    body: putSettingBody,
    response: putSettingResponse,
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
  },
  getTenant: {
    summary: "Get the caller's tenant",
    tag,
    response: tenantSchema,
    errors: [],
    examples: {
      response: {
        tenantId: exampleTenantId,
        tenantName: 'demo',
        displayName: 'Northwind Re',
        createdTime: '2026-01-05T08:00:00.000Z',
        isFederated: false,
        licenseCode: 'NRE-2026-0417',
        region: 'EU (Frankfurt)',
        administrators: [
          { userId: exampleTenantId, givenName: 'Ada', familyName: 'Lindqvist', email: 'ada.lindqvist@northwind-re.example' },
        ],
        sessionDefaults: { lifetimeMinutes: 720, inactivityMinutes: 60 },
        logRetention: {
          auditLog: { defaultDays: 2557, minimumDays: 365, maximumDays: 3653 },
          systemLog: { defaultDays: 400, minimumDays: 92, maximumDays: 3653 },
        },
        callerAddress: '192.0.2.17',
      },
    },
  },
  listTenantApps: {
    summary: 'List the applications that the tenant is currently licensed for',
    tag,
    response: listTenantAppsResponse,
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
  },
})
