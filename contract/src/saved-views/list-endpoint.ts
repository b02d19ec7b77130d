import type { Endpoint } from '../http.ts'
import type { listSavedViewsResponse } from './schemas.ts'

/** In a file of its own, since the console loads it with its first page. */
export const listSavedViews: Endpoint<{ response: typeof listSavedViewsResponse }> = {
  id: 'listSavedViews',
  method: 'GET',
  path: '/tenantinfo/views',
  access: { signedIn: true, as: 'user' },
}
