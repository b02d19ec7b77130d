import type { Endpoint } from '../http.ts'
import type { esgSettingsSchema, listEsgVersionsResponse, restoreEsgVersionParams, saveEsgSettingsBody } from './schemas.ts'

/** The weights of ESG scores, saved per tenant in versions (product decisions, "ESG score customization"). */

export const getEsgSettings: Endpoint<{ response: typeof esgSettingsSchema }> = {
  id: 'getEsgSettings',
  method: 'GET',
  path: '/tenantinfo/esg',
  access: { permission: 'Admin.ViewESGScores' },
  etag: true,
}

export const listEsgVersions: Endpoint<{ response: typeof listEsgVersionsResponse }> = {
  id: 'listEsgVersions',
  method: 'GET',
  path: '/tenantinfo/esg/versions',
  access: { permission: 'Admin.ViewESGScores' },
}

export const saveEsgSettings: Endpoint<{ body: typeof saveEsgSettingsBody; response: typeof esgSettingsSchema }> = {
  id: 'saveEsgSettings',
  method: 'PUT',
  path: '/tenantinfo/esg',
  access: { permission: 'Admin.EditESGScores' },
  precondition: 'optional',
  etag: true,
}

export const restoreEsgVersion: Endpoint<{ params: typeof restoreEsgVersionParams; response: typeof esgSettingsSchema }> = {
  id: 'restoreEsgVersion',
  method: 'POST',
  path: '/tenantinfo/esg/versions/{version}/restore',
  access: { permission: 'Admin.EditESGScores' },
  precondition: 'optional',
  etag: true,
}
