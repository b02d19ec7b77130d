import type { Endpoint } from '../http.ts'
import type { getStorageQuery, storageBatchSchema, storageResultSchema, storageSchema } from './schemas.ts'

/** Archive storage of the data vault (second specification file, sections 1 and 9). */

export const ingestStorage: Endpoint<{ body: typeof storageBatchSchema; response: typeof storageResultSchema }> = {
  id: 'ingestStorage',
  method: 'PUT',
  path: '/monitoring/storage/ingest',
  access: { service: 'metrics' },
}

export const getStorage: Endpoint<{ query: typeof getStorageQuery; response: typeof storageSchema }> = {
  id: 'getStorage',
  method: 'GET',
  path: '/monitoring/storage',
  access: { permission: 'Navigation.SystemUsage' },
}
