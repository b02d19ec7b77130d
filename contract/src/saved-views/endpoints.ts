import type { Endpoint } from '../http.ts'
import type {
  createSavedViewBody,
  patchSavedViewBody,
  putViewDefaultBody,
  savedViewParams,
  savedViewSchema,
  viewDefaultParams,
} from './schemas.ts'

export { listSavedViews } from './list-endpoint.ts'

/**
 * Saved views of lists (docs/adr/052): one's own, and those shared in the tenant. Sharing, and changing what is shared, needs
 * `Admin.TenantAdministrator`; the service checks it, because the same calls serve one's own views.
 */

export const createSavedView: Endpoint<{ body: typeof createSavedViewBody; response: typeof savedViewSchema }> = {
  id: 'createSavedView',
  method: 'POST',
  path: '/tenantinfo/views',
  access: { signedIn: true, as: 'user' },
  status: 201,
  etag: true,
}

export const patchSavedView: Endpoint<{
  params: typeof savedViewParams
  body: typeof patchSavedViewBody
  response: typeof savedViewSchema
}> = {
  id: 'patchSavedView',
  method: 'PATCH',
  path: '/tenantinfo/views/{savedViewId}',
  access: { signedIn: true, as: 'user' },
  precondition: 'optional',
  etag: true,
}

export const deleteSavedView: Endpoint<{ params: typeof savedViewParams }> = {
  id: 'deleteSavedView',
  method: 'DELETE',
  path: '/tenantinfo/views/{savedViewId}',
  access: { signedIn: true, as: 'user' },
  precondition: 'optional',
  status: 204,
}

export const putViewDefault: Endpoint<{ params: typeof viewDefaultParams; body: typeof putViewDefaultBody }> = {
  id: 'putViewDefault',
  method: 'PUT',
  path: '/tenantinfo/views/defaults/{list}',
  access: { signedIn: true, as: 'user' },
  repeatable: true,
  status: 204,
}
