import type { Endpoint } from '../http.ts'
import type { getDifferenceQuery, getDifferenceResponse, getHistoryQuery, getHistoryResponse } from './schemas.ts'

/** What was done to a record. The record decides the permission (docs/adr/034). */
export const getHistory: Endpoint<{ query: typeof getHistoryQuery; response: typeof getHistoryResponse }> = {
  id: 'getHistory',
  method: 'GET',
  path: '/monitoring/history',
  access: { signedIn: true },
}

/** What differs between two moments. The record decides the permission, as of its history. */
export const getDifference: Endpoint<{ query: typeof getDifferenceQuery; response: typeof getDifferenceResponse }> = {
  id: 'getDifference',
  method: 'GET',
  path: '/monitoring/history/difference',
  access: { signedIn: true },
}
