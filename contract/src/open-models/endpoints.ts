import type { Endpoint } from '../http.ts'
import type { listOpenModelsResponse, openModelSchema, patchOpenModelBody, patchOpenModelParams } from './schemas.ts'

/** Models by other providers (product decisions, "Open Model Engine, Nasdaq"). */

export const listOpenModels: Endpoint<{ response: typeof listOpenModelsResponse }> = {
  id: 'listOpenModels',
  method: 'GET',
  path: '/entitlements/open-models',
  access: { permission: 'Navigation.OpenModelEngineNasdaq' },
}

export const patchOpenModel: Endpoint<{
  params: typeof patchOpenModelParams
  body: typeof patchOpenModelBody
  response: typeof openModelSchema
}> = {
  id: 'patchOpenModel',
  method: 'PATCH',
  path: '/entitlements/open-models/{modelId}',
  access: { permission: 'Navigation.OpenModelEngineNasdaq' },
  precondition: 'optional',
  etag: true,
}
