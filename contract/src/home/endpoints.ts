import type { Endpoint } from '../http.ts'
import type { getHomeQuery, getHomeResponse } from './schemas.ts'

/** What the home page shows people with a side menu. Not below `/home`, which is the console itself. */

export const getHome: Endpoint<{ query: typeof getHomeQuery; response: typeof getHomeResponse }> = {
  id: 'getHome',
  method: 'GET',
  path: '/monitoring/home',
  access: { signedIn: true },
}
