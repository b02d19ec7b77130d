import type { Endpoint } from '../http.ts'
import type { getHistoryQuery, getHistoryResponse } from './schemas.ts'

/** What was done to a record. The record decides the permission (docs/adr/034). */
export const getHistory: Endpoint<{ query: typeof getHistoryQuery; response: typeof getHistoryResponse }> = {
  id: 'getHistory',
  method: 'GET',
  path: '/monitoring/history',
  access: { signedIn: true },
}
