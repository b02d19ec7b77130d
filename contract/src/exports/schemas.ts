import { z } from 'zod'
import { auditFilter } from '../audit-log/schemas.ts'
import { entityId, pageOf, paging, repeated, sortOf, timestamp } from '../fields.ts'
import { groupFilter } from '../groups/schemas.ts'
import { jobFilter } from '../jobs/schemas.ts'
import { entitlementFilter } from '../licenses/filter.ts'
import { provisioningFilter } from '../provisioning/schemas.ts'
import { roleFilter } from '../roles/schemas.ts'
import { tagFilter } from '../reference-data/tags-schemas.ts'
import { fileKinds } from '../rules/exports.ts'
import { systemLogFilter } from '../system-log/schemas.ts'
import { searchText } from '../text.ts'
import { userFilter } from '../users/schemas.ts'
import { temporaryFileSorts } from './constants.ts'

export const temporaryFileStatus = z.enum(['queued', 'running', 'ready', 'failed', 'cancelled', 'expired'])
export type TemporaryFileStatus = z.output<typeof temporaryFileStatus>

/** Why an export failed: the permission was revoked, there was no space left, or an unexpected error. */
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
  totalRows: z.number().int().nullable().meta({ description: 'Total rows; known once the export is running' }),
  sizeBytes: z.number().int().meta({ description: 'Bytes written so far' }),
  createdBy: z.string(),
  isOwn: z.boolean().meta({ description: 'Made by the caller' }),
  createdAt: timestamp,
  finishedAt: timestamp.nullable(),
  expiresAt: timestamp.meta({ description: 'When the content is deleted' }),
})
export type TemporaryFile = z.output<typeof temporaryFileSchema>

export const fileParams = z.strictObject({ fileId: entityId('temporaryFile') })

/** What to export, with the filters and order of the list. */
export const exportInput = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('users'), filter: z.strictObject(userFilter).prefault({}) }),
  z.strictObject({ kind: z.literal('groups'), filter: z.strictObject(groupFilter).prefault({}) }),
  z.strictObject({ kind: z.literal('roles'), filter: z.strictObject(roleFilter).prefault({}) }),
  z.strictObject({ kind: z.literal('data-entitlements'), filter: z.strictObject(entitlementFilter).prefault({}) }),
  z.strictObject({ kind: z.literal('model-entitlements'), filter: z.strictObject(entitlementFilter).prefault({}) }),
  z.strictObject({ kind: z.literal('system-log'), filter: z.strictObject(systemLogFilter).prefault({}) }),
  z.strictObject({ kind: z.literal('jobs'), filter: z.strictObject(jobFilter).prefault({}) }),
  z.strictObject({ kind: z.literal('audit-log'), filter: z.strictObject(auditFilter).prefault({}) }),
  z.strictObject({ kind: z.literal('audit-log-lines'), filter: z.strictObject(auditFilter).prefault({}) }),
  z.strictObject({ kind: z.literal('tags'), filter: z.strictObject(tagFilter).prefault({}) }),
  z.strictObject({ kind: z.literal('provisioning'), filter: z.strictObject(provisioningFilter).prefault({}) }),
])
export type ExportInput = z.output<typeof exportInput>

export const countExportResponse = z.strictObject({
  rows: z.number().int().nullable().meta({ description: 'Rows in the export; null if counting them takes too long' }),
})

export const listTemporaryFilesQuery = z.strictObject({
  search: searchText().optional().meta({ description: "Words that are all in the file name or its creator's name" }),
  status: repeated(temporaryFileStatus),
  kind: repeated(fileKind),
  sort: sortOf(temporaryFileSorts).default('-createdAt'),
  ...paging,
})

export const listTemporaryFilesResponse = pageOf(temporaryFileSchema)

export const downloadTemporaryFileResponse = z.string()

export const openTemporaryFileResponse = z.strictObject({
  path: z.string().meta({ example: '/temporary-data/files/0199c0de-8888-7c11-9d59-3b8f5f1c2a44/saved' }),
})
