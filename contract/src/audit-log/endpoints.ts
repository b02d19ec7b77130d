import type { Endpoint } from '../http.ts'
import type { listLogArchivesResponse, logArchiveParams } from '../log-fields.ts'
import type {
  auditChangeDetailSchema,
  auditChangeParams,
  exportAuditLogQuery,
  exportAuditLogResponse,
  listArchivedChangesQuery,
  listArchivedChangesResponse,
  listAuditChangesResponse,
  listAuditLogQuery,
  listAuditLogResponse,
} from './schemas.ts'

/** The audit log: every change of the tenant's data (second specification file, sections 2 and 6). */

const access = { permission: 'Navigation.AuditLog' } as const

export const listAuditLog: Endpoint<{ query: typeof listAuditLogQuery; response: typeof listAuditLogResponse }> = {
  id: 'listAuditLog',
  method: 'GET',
  path: '/monitoring/audit-log',
  access,
}

export const listAuditChanges: Endpoint<{ query: typeof listAuditLogQuery; response: typeof listAuditChangesResponse }> = {
  id: 'listAuditChanges',
  method: 'GET',
  path: '/monitoring/audit-log/changes',
  access,
}

export const exportAuditLog: Endpoint<{ query: typeof exportAuditLogQuery; response: typeof exportAuditLogResponse }> = {
  id: 'exportAuditLog',
  method: 'GET',
  path: '/monitoring/audit-log/export',
  access,
  media: { response: 'text/csv' },
}

export const exportAuditLogLines: Endpoint<{ query: typeof exportAuditLogQuery; response: typeof exportAuditLogResponse }> = {
  id: 'exportAuditLogLines',
  method: 'GET',
  path: '/monitoring/audit-log/export-lines',
  access,
  media: { response: 'application/jsonl' },
}

export const getAuditChange: Endpoint<{ params: typeof auditChangeParams; response: typeof auditChangeDetailSchema }> = {
  id: 'getAuditChange',
  method: 'GET',
  path: '/monitoring/audit-log/changes/{cursor}',
  access,
}

export const listAuditArchives: Endpoint<{ response: typeof listLogArchivesResponse }> = {
  id: 'listAuditArchives',
  method: 'GET',
  path: '/monitoring/audit-log/archives',
  access,
}

export const listArchivedChanges: Endpoint<{
  params: typeof logArchiveParams
  query: typeof listArchivedChangesQuery
  response: typeof listArchivedChangesResponse
}> = {
  id: 'listArchivedChanges',
  method: 'GET',
  path: '/monitoring/audit-log/archives/{archiveId}/entries',
  access,
  pace: 'long',
}

export const downloadAuditArchive: Endpoint<{ params: typeof logArchiveParams; response: typeof exportAuditLogResponse }> = {
  id: 'downloadAuditArchive',
  method: 'GET',
  path: '/monitoring/audit-log/archives/{archiveId}/lines',
  access,
  media: { response: 'application/jsonl' },
}
