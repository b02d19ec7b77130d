import { z } from 'zod'
import { searchText } from '../text.ts'
import { entitlementFilter } from '../licenses/filter.ts'
import { groupFilter } from '../groups/endpoints.ts'
import { endpoint, entityId, pageOf, paging, repeated, sortOf, timestamp } from '../http.ts'
import { roleFilter } from '../roles/endpoints.ts'
import { provisioningFilter } from '../provisioning/endpoints.ts'
import { fileKinds } from '../rules/exports.ts'
import { userFilter } from '../users/endpoints.ts'

/**
 * Exports that run in the background, and the files that they and imports leave for seven days (product decisions, "Temporary data" and
 * "Download"). Whoever made a file sees it, and so do the tenant's administrators; downloading it also needs the permission to
 * see what it holds.
 */

const tag = 'Temporary data'

export const temporaryFileStatus = z.enum(['queued', 'running', 'ready', 'failed', 'cancelled', 'expired'])
export type TemporaryFileStatus = z.output<typeof temporaryFileStatus>

/** Why an export came to nothing: the permission was taken away, no space was left, or something broke. */
export const exportFailure = z.enum(['forbidden', 'temporary_space_full', 'internal'])
export type ExportFailure = z.output<typeof exportFailure>

const fileKind = z.enum(fileKinds)

export const temporaryFileSchema = z.strictObject({
  fileId: z.uuid(),
  fileName: z.string(),
  kind: fileKind,
  status: temporaryFileStatus,
  failure: exportFailure.nullable(),
  rowCount: z.number().int().meta({ description: 'Rows written so far' }),
  totalRows: z.number().int().nullable().meta({ description: 'Rows there will be; known once the export runs' }),
  sizeBytes: z.number().int().meta({ description: 'Bytes written so far' }),
  createdBy: z.string(),
  isOwn: z.boolean().meta({ description: 'Made by the caller' }),
  createdAt: timestamp,
  finishedAt: timestamp.nullable(),
  expiresAt: timestamp.meta({ description: 'When the content is deleted' }),
})
export type TemporaryFile = z.output<typeof temporaryFileSchema>

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

const fileParams = z.strictObject({ fileId: entityId('temporaryFile') })
const exampleParams = { fileId: exampleTemporaryFile.fileId }

/** What is exported, narrowed and ordered as its list is. */
export const exportInput = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('users'), filter: z.strictObject(userFilter).prefault({}) }),
  z.strictObject({ kind: z.literal('groups'), filter: z.strictObject(groupFilter).prefault({}) }),
  z.strictObject({ kind: z.literal('roles'), filter: z.strictObject(roleFilter).prefault({}) }),
  z.strictObject({ kind: z.literal('data-entitlements'), filter: z.strictObject(entitlementFilter).prefault({}) }),
  z.strictObject({ kind: z.literal('model-entitlements'), filter: z.strictObject(entitlementFilter).prefault({}) }),
  z.strictObject({ kind: z.literal('provisioning'), filter: z.strictObject(provisioningFilter).prefault({}) }),
])
export type ExportInput = z.output<typeof exportInput>

export const createExport = endpoint({
  id: 'createExport',
  method: 'POST',
  path: '/temporary-data/exports',
  summary: 'Export a filtered list as CSV in the background',
  description:
    'Needs the permission to see the list. A notification tells when the file is ready; it is kept for seven days. The exports of a tenant run one after the other.',
  tag,
  access: { signedIn: true },
  body: exportInput,
  response: temporaryFileSchema,
  status: 202,
  errors: ['forbidden', 'export_limit_reached', 'temporary_space_full'],
  examples: {
    body: { kind: 'users', filter: { userStatus: ['CONFIRMED'] } },
    response: { ...exampleTemporaryFile, status: 'queued', rowCount: 0, totalRows: null, sizeBytes: 0, finishedAt: null },
  },
})

export const temporaryFileSorts = ['fileName', 'createdAt', 'expiresAt', 'sizeBytes'] as const

export const listTemporaryFiles = endpoint({
  id: 'listTemporaryFiles',
  method: 'GET',
  path: '/temporary-data/files',
  summary: 'List own temporary files; those of everybody for administrators',
  tag,
  access: { signedIn: true },
  query: z.strictObject({
    search: searchText().optional().meta({ description: 'Part of a file name or of who made it' }),
    status: repeated(temporaryFileStatus),
    kind: repeated(fileKind),
    sort: sortOf(temporaryFileSorts).default('-createdAt'),
    ...paging,
  }),
  response: pageOf(temporaryFileSchema),
  errors: [],
  examples: { response: { count: 1, items: [exampleTemporaryFile], limit: 20, offset: 0, totalCount: 1, totalIsExact: true } },
})

export const getTemporaryFile = endpoint({
  id: 'getTemporaryFile',
  method: 'GET',
  path: '/temporary-data/files/{fileId}',
  summary: 'Read what a temporary file is and how far it has come',
  tag,
  access: { signedIn: true },
  params: fileParams,
  response: temporaryFileSchema,
  errors: ['not_found'],
  examples: { params: exampleParams, response: exampleTemporaryFile },
})

export const downloadTemporaryFile = endpoint({
  id: 'downloadTemporaryFile',
  method: 'GET',
  path: '/temporary-data/files/{fileId}/content',
  summary: 'Download a temporary file',
  tag,
  access: { signedIn: true },
  params: fileParams,
  response: z.string(),
  media: { response: 'text/csv' },
  errors: ['not_found', 'forbidden', 'file_not_ready', 'file_expired'],
  examples: { params: exampleParams },
})

export const openTemporaryFile = endpoint({
  id: 'openTemporaryFile',
  method: 'POST',
  path: '/temporary-data/files/{fileId}/open',
  summary: 'Let this browser download a temporary file by itself',
  description:
    'Sets a cookie for this file alone, which scripts cannot read, for a minute; the browser then follows `path` and saves the file as it arrives.',
  tag,
  access: { signedIn: true },
  params: fileParams,
  response: z.strictObject({ path: z.string().meta({ example: '/temporary-data/files/0199c0de-8888-7c11-9d59-3b8f5f1c2a44/saved' }) }),
  errors: ['not_found', 'forbidden', 'file_not_ready', 'file_expired', 'person_needed'],
  examples: { params: exampleParams, response: { path: `/temporary-data/files/${exampleTemporaryFile.fileId}/saved` } },
})

export const cancelTemporaryFile = endpoint({
  id: 'cancelTemporaryFile',
  method: 'POST',
  path: '/temporary-data/files/{fileId}/cancel',
  summary: 'Cancel an export that is queued or running',
  tag,
  access: { signedIn: true },
  params: fileParams,
  response: temporaryFileSchema,
  errors: ['not_found', 'file_finished'],
  examples: { params: exampleParams, response: { ...exampleTemporaryFile, status: 'cancelled' } },
})

export const deleteTemporaryFile = endpoint({
  id: 'deleteTemporaryFile',
  method: 'DELETE',
  path: '/temporary-data/files/{fileId}',
  summary: 'Delete a temporary file; an export that still runs stops',
  tag,
  access: { signedIn: true },
  params: fileParams,
  response: z.undefined(),
  status: 204,
  errors: ['not_found'],
  examples: { params: exampleParams },
})
