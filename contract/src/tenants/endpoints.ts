import type { Endpoint } from '../http.ts'
import type {
  getSettingParams,
  getSettingQuery,
  getSettingResponse,
  listTenantAppsResponse,
  putSettingBody,
  putSettingResponse,
  tenantSchema,
} from './schemas.ts'

/**
 * The tenant, its applications and the settings store (first specification file, sections 3 and 7). The values of
 * each key are in `rules/settings.ts`.
 */

export const getSetting: Endpoint<{ params: typeof getSettingParams; query: typeof getSettingQuery; response: typeof getSettingResponse }> =
  {
    id: 'getSetting',
    method: 'GET',
    path: '/tenantinfo/datastore/{key}',
    access: { signedIn: true },
    etag: true,
  }

export const putSetting: Endpoint<{ body: typeof putSettingBody; response: typeof putSettingResponse }> = {
  id: 'putSetting',
  method: 'PUT',
  path: '/tenantinfo/datastore',
  access: { signedIn: true },
  freshness: 'sometimes',
  repeatable: true,
  etag: true,
  precondition: 'optional',
}

export const getTenant: Endpoint<{ response: typeof tenantSchema }> = {
  id: 'getTenant',
  method: 'GET',
  path: '/tenantinfo/tenant',
  access: { permission: 'Admin.ViewTenantInfo' },
}

export const listTenantApps: Endpoint<{ response: typeof listTenantAppsResponse }> = {
  id: 'listTenantApps',
  method: 'GET',
  path: '/tenantinfo/apps',
  // First specification file, section 4: loaded for users who can view system usage.
  access: { permission: 'Admin.ViewSystemUsage' },
}
