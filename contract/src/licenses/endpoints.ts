import type { Endpoint } from '../http.ts'
import type {
  exportDataEntitlementsResponse,
  exportModelEntitlementsResponse,
  exportQuery,
  getCurrentQuotasResponse,
  ingestBatchSchema,
  ingestResultSchema,
  listApplicationLicensesQuery,
  listApplicationLicensesResponse,
  listDataEntitlementsQuery,
  listDataEntitlementsResponse,
  listModelEntitlementsQuery,
  listModelEntitlementsResponse,
  listSkusResponse,
} from './schemas.ts'

/** The tenant's licenses (second specification file, sections 3 and 7), filled by platform services (docs/adr/019). */

export const listApplicationLicenses: Endpoint<{
  query: typeof listApplicationLicensesQuery
  response: typeof listApplicationLicensesResponse
}> = {
  id: 'listApplicationLicenses',
  method: 'GET',
  path: '/entitlements/apps',
  hasPast: true,
  access: { permission: 'Navigation.Licenses' },
}

export const listDataEntitlements: Endpoint<{ query: typeof listDataEntitlementsQuery; response: typeof listDataEntitlementsResponse }> = {
  id: 'listDataEntitlements',
  method: 'GET',
  path: '/entitlements/data',
  hasPast: true,
  // First specification file, section 4: loaded for users who can view system usage.
  access: { permission: 'Navigation.Licenses', or: 'Admin.ViewSystemUsage' },
}

export const listModelEntitlements: Endpoint<{ query: typeof listModelEntitlementsQuery; response: typeof listModelEntitlementsResponse }> =
  {
    id: 'listModelEntitlements',
    method: 'GET',
    path: '/entitlements/models',
    access: { permission: 'Navigation.Licenses' },
  }

export const exportDataEntitlements: Endpoint<{ query: typeof exportQuery; response: typeof exportDataEntitlementsResponse }> = {
  id: 'exportDataEntitlements',
  method: 'GET',
  path: '/entitlements/data/export',
  access: { permission: 'Navigation.Licenses' },
  media: { response: 'text/csv' },
}

export const exportModelEntitlements: Endpoint<{ query: typeof exportQuery; response: typeof exportModelEntitlementsResponse }> = {
  id: 'exportModelEntitlements',
  method: 'GET',
  path: '/entitlements/models/export',
  access: { permission: 'Navigation.Licenses' },
  media: { response: 'text/csv' },
}

export const listSkus: Endpoint<{ response: typeof listSkusResponse }> = {
  id: 'listSkus',
  method: 'GET',
  path: '/entitlements/skus/apps',
  access: { permission: 'Navigation.Licenses' },
}

export const getCurrentQuotas: Endpoint<{ response: typeof getCurrentQuotasResponse }> = {
  id: 'getCurrentQuotas',
  method: 'GET',
  path: '/entitlements/quotas/current',
  access: { signedIn: true },
}

export const ingestEntitlements: Endpoint<{ body: typeof ingestBatchSchema; response: typeof ingestResultSchema }> = {
  id: 'ingestEntitlements',
  method: 'PUT',
  path: '/entitlements/ingest',
  access: { service: 'entitlements' },
  largestBodyBytes: 8 * 1024 * 1024,
}
