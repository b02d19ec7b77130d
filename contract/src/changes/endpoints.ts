import type { Endpoint } from '../http.ts'
import type { changeDetailSchema, changeParams, listChangesQuery, listChangesResponse, undoChangeResponse } from './schemas.ts'

/** Committed changes of the tenant, and taking them back (docs/adr/050). */

const access = { permission: 'Navigation.AuditLog' } as const

export const listChanges: Endpoint<{ query: typeof listChangesQuery; response: typeof listChangesResponse }> = {
  id: 'listChanges',
  method: 'GET',
  path: '/monitoring/changes',
  access,
}

export const getChange: Endpoint<{ params: typeof changeParams; response: typeof changeDetailSchema }> = {
  id: 'getChange',
  method: 'GET',
  path: '/monitoring/changes/{changeId}',
  access,
}

/** The change decides the permissions: those of its operation, and of what it wrote. */
export const undoChange: Endpoint<{ params: typeof changeParams; response: typeof undoChangeResponse }> = {
  id: 'undoChange',
  method: 'POST',
  path: '/monitoring/changes/{changeId}/undo',
  access: { signedIn: true },
  freshness: 'sometimes',
}
