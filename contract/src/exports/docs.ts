import { operations } from '../operations.ts'
import * as endpoints from './endpoints.ts'
import {
  countExportResponse,
  downloadTemporaryFileResponse,
  exportInput,
  fileParams,
  listTemporaryFilesQuery,
  listTemporaryFilesResponse,
  openTemporaryFileResponse,
  temporaryFileSchema,
  type TemporaryFile,
} from './schemas.ts'

const tag = 'Temporary data'

export const exampleTemporaryFile: TemporaryFile = {
  fileId: '0199c0de-8888-7c11-9d59-3b8f5f1c2a44',
  fileName: 'users-2026-03-14-092653.csv',
  kind: 'users',
  status: 'ready',
  failure: null,
  rowCount: 184_213,
  totalRows: 184_213,
  sizeBytes: 21_495_808,
  createdBy: 'ada.lindqvist@northwind-re.example',
  isOwn: true,
  createdAt: '2026-03-14T09:26:53.589Z',
  finishedAt: '2026-03-14T09:27:01.120Z',
  expiresAt: '2026-03-21T09:27:01.120Z',
}

const exampleParams = { fileId: exampleTemporaryFile.fileId }

export const exportsDocs = operations(endpoints, {
  createExport: {
    summary: 'Export a filtered list as CSV in the background',
    description:
      'Requires the permission to see the list. A notification is sent when the file is ready; it is kept for seven days. Exports of a tenant run one at a time.',
    tag,
    body: exportInput,
    response: temporaryFileSchema,
    errors: ['forbidden', 'export_limit_reached', 'temporary_space_full'],
    examples: {
      body: { kind: 'users', filter: { userStatus: ['CONFIRMED'] } },
      response: { ...exampleTemporaryFile, status: 'queued', rowCount: 0, totalRows: null, sizeBytes: 0, finishedAt: null },
    },
  },
  countExport: {
    summary: 'Count the rows of an export before it starts',
    description: 'Use it to decide between the export call of the list and an export in the background.',
    tag,
    body: exportInput,
    response: countExportResponse,
    errors: ['forbidden'],
    examples: { body: { kind: 'users', filter: { userStatus: ['CONFIRMED'] } }, response: { rows: 18_421 } },
  },
  listTemporaryFiles: {
    summary: 'List temporary files',
    tag,
    query: listTemporaryFilesQuery,
    response: listTemporaryFilesResponse,
    errors: [],
    examples: { response: { count: 1, items: [exampleTemporaryFile], limit: 20, offset: 0, totalCount: 1, totalIsExact: true } },
  },
  getTemporaryFile: {
    summary: 'Get a temporary file and its progress',
    tag,
    params: fileParams,
    response: temporaryFileSchema,
    errors: ['not_found'],
    examples: { params: exampleParams, response: exampleTemporaryFile },
  },
  downloadTemporaryFile: {
    summary: 'Download a temporary file',
    tag,
    params: fileParams,
    response: downloadTemporaryFileResponse,
    errors: ['not_found', 'forbidden', 'file_not_ready', 'file_expired'],
    examples: { params: exampleParams },
  },
  openTemporaryFile: {
    summary: 'Allow this browser to download a temporary file',
    description:
      'Sets an HttpOnly cookie for this file only, valid for one minute. The browser then opens `path` and saves the file as it arrives.',
    tag,
    params: fileParams,
    response: openTemporaryFileResponse,
    errors: ['not_found', 'forbidden', 'file_not_ready', 'file_expired', 'person_needed'],
    examples: { params: exampleParams, response: { path: `/temporary-data/files/${exampleTemporaryFile.fileId}/saved` } },
  },
  cancelTemporaryFile: {
    summary: 'Cancel an export that is queued or running',
    tag,
    params: fileParams,
    response: temporaryFileSchema,
    errors: ['not_found', 'file_finished'],
    examples: { params: exampleParams, response: { ...exampleTemporaryFile, status: 'cancelled' } },
  },
  deleteTemporaryFile: {
    summary: 'Delete a temporary file, and stop its export if it is still running',
    tag,
    params: fileParams,
    errors: ['not_found'],
    examples: { params: exampleParams },
  },
})
