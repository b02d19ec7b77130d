import type { Endpoint } from '../http.ts'
import type {
  countExportResponse,
  downloadTemporaryFileResponse,
  exportInput,
  fileParams,
  listTemporaryFilesQuery,
  listTemporaryFilesResponse,
  openTemporaryFileResponse,
  temporaryFileSchema,
} from './schemas.ts'

/**
 * Exports that run in the background, and the files of exports and imports, kept for seven days (product decisions, "Temporary data" and
 * "Download"). The creator of a file and the tenant's administrators can see it; downloading it also requires the
 * permission to see the data in it.
 */

export const createExport: Endpoint<{ body: typeof exportInput; response: typeof temporaryFileSchema }> = {
  id: 'createExport',
  method: 'POST',
  path: '/temporary-data/exports',
  access: { signedIn: true },
  freshness: 'sometimes',
  status: 202,
}

export const countExport: Endpoint<{ body: typeof exportInput; response: typeof countExportResponse }> = {
  id: 'countExport',
  method: 'POST',
  path: '/temporary-data/exports/count',
  isRead: true,
  access: { signedIn: true },
  repeatable: true,
}

export const listTemporaryFiles: Endpoint<{ query: typeof listTemporaryFilesQuery; response: typeof listTemporaryFilesResponse }> = {
  id: 'listTemporaryFiles',
  method: 'GET',
  path: '/temporary-data/files',
  access: { signedIn: true },
}

export const getTemporaryFile: Endpoint<{ params: typeof fileParams; response: typeof temporaryFileSchema }> = {
  id: 'getTemporaryFile',
  method: 'GET',
  path: '/temporary-data/files/{fileId}',
  access: { signedIn: true },
}

export const downloadTemporaryFile: Endpoint<{ params: typeof fileParams; response: typeof downloadTemporaryFileResponse }> = {
  id: 'downloadTemporaryFile',
  method: 'GET',
  path: '/temporary-data/files/{fileId}/content',
  access: { signedIn: true },
  media: { response: 'text/csv' },
}

export const openTemporaryFile: Endpoint<{ params: typeof fileParams; response: typeof openTemporaryFileResponse }> = {
  id: 'openTemporaryFile',
  method: 'POST',
  path: '/temporary-data/files/{fileId}/open',
  isRead: true,
  access: { signedIn: true },
}

export const cancelTemporaryFile: Endpoint<{ params: typeof fileParams; response: typeof temporaryFileSchema }> = {
  id: 'cancelTemporaryFile',
  method: 'POST',
  path: '/temporary-data/files/{fileId}/cancel',
  access: { signedIn: true },
}

export const deleteTemporaryFile: Endpoint<{ params: typeof fileParams }> = {
  id: 'deleteTemporaryFile',
  method: 'DELETE',
  path: '/temporary-data/files/{fileId}',
  access: { signedIn: true },
  status: 204,
}
