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
      'Needs the permission to see the list. A notification tells when the file is ready; it is kept for seven days. The exports of a tenant run one after the other.',
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
    description: 'Tells whether a filtered list is short enough for its own export call, or is better exported in the background.',
    tag,
    body: exportInput,
    response: countExportResponse,
    errors: ['forbidden'],
    examples: { body: { kind: 'users', filter: { userStatus: ['CONFIRMED'] } }, response: { rows: 18_421 } },
  },
  listTemporaryFiles: {
    summary: 'List own temporary files; those of everybody for administrators',
    tag,
    query: listTemporaryFilesQuery,
    response: listTemporaryFilesResponse,
    errors: [],
    examples: { response: { count: 1, items: [exampleTemporaryFile], limit: 20, offset: 0, totalCount: 1, totalIsExact: true } },
  },
  getTemporaryFile: {
    summary: 'Read what a temporary file is and how far it has come',
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
    summary: 'Let this browser download a temporary file by itself',
    description:
      'Sets a cookie for this file alone, which scripts cannot read, for a minute; the browser then follows `path` and saves the file as it arrives.',
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
    summary: 'Delete a temporary file; an export that still runs stops',
    tag,
    params: fileParams,
    errors: ['not_found'],
    examples: { params: exampleParams },
  },
})
