import { exampleLogArchive, listLogArchivesResponse, logArchiveParams } from '../log-fields.ts'
import { operations } from '../operations.ts'
import * as endpoints from './endpoints.ts'
import {
  auditChangeDetailSchema,
  auditChangeParams,
  exportAuditLogQuery,
  exportAuditLogResponse,
  listArchivedChangesQuery,
  listArchivedChangesResponse,
  listAuditChangesResponse,
  listAuditLogQuery,
  listAuditLogResponse,
  type AuditChange,
  type AuditEntry,
} from './schemas.ts'

const tag = 'Audit log'

const field = {
  subjectId: '0199c0de-2222-7c11-9d59-3b8f5f1c2a44',
  fieldName: 'usernames',
  previousValue: null,
  currentValue: 'grace.okafor@meridian-re.example',
}

const changed = {
  cursor: 'MTc3MzQ4MDQxMzU4OTAwMF8wMTk5YzBkZS1hYWFhLTdjMTEtOWQ1OS0zYjhmNWYxYzJhNDQ',
  occurredAt: '2026-03-14T09:26:53.589Z',
  type: 'Update' as const,
  category: 'Group',
  entityId: '0199c0de-3333-7c11-9d59-3b8f5f1c2a44',
  entityName: 'Analysts',
  entity: { isGone: false, productCode: null },
  actorType: 'user' as const,
  actorId: '0199c0de-7a3b-7c11-9d59-3b8f5f1c2a44',
  actorName: 'ada.lindqvist@meridian-re.example',
  requestId: '0199c0de-9999-7c11-9d59-3b8f5f1c2a44',
}

const exampleEntry: AuditEntry = { ...changed, ...field }
const exampleChange: AuditChange = { ...changed, fieldCount: 1, fields: [field] }

const { archiveId } = exampleLogArchive

const part = {
  newest: changed.cursor,
  oldest: null,
  hasNewer: false,
  hasOlder: false,
  examinedTo: null,
  from: '2026-03-07T09:30:00.000Z',
  until: null,
}
const keptDays = 2557

const bounded =
  'Filters use an index. A search, and filters combined with `entity`, examine at most 50,000 of the entries found there. If there are more, `examinedTo` says how far the call got; continue there with `oldest`.'

export const auditLogDocs = operations(endpoints, {
  listAuditLog: {
    summary: 'List changes field by field, newest first',
    description: bounded,
    tag,
    query: listAuditLogQuery,
    response: listAuditLogResponse,
    errors: [],
    examples: { query: { days: 7, category: ['Group'] }, response: { items: [exampleEntry], ...part, keptDays } },
  },
  listAuditChanges: {
    summary: 'List changes grouped by entity, newest first',
    description: `One item for each entity that a request changed. A very long change continues on the next page. ${bounded}`,
    tag,
    query: listAuditLogQuery,
    response: listAuditChangesResponse,
    errors: [],
    examples: { query: { days: 7, category: ['Group'] }, response: { items: [exampleChange], ...part, keptDays } },
  },
  exportAuditLog: {
    summary: 'Export the filtered changes as CSV, field by field',
    tag,
    query: exportAuditLogQuery,
    response: exportAuditLogResponse,
    errors: [],
    examples: {},
  },
  exportAuditLogLines: {
    summary: 'Export the filtered changes as JSON Lines, field by field',
    description:
      'One JSON object per line, with the columns of the CSV file. Values are as stored, without the escaping of CSV; missing ones are null.',
    tag,
    query: exportAuditLogQuery,
    response: exportAuditLogResponse,
    errors: [],
    examples: {},
  },
  getAuditChange: {
    summary: 'Get a change with all its fields, and the last state of a deleted entity',
    tag,
    params: auditChangeParams,
    response: auditChangeDetailSchema,
    errors: ['not_found'],
    examples: {
      params: { cursor: changed.cursor },
      response: { ...exampleChange, change: null, lastState: null, deletedAt: null, deletedByName: null },
    },
  },
  listAuditArchives: {
    summary: 'List archived months, newest first',
    description: 'Months that are no longer in the log, if the operator keeps an archive.',
    tag,
    response: listLogArchivesResponse,
    errors: [],
    examples: {
      response: { items: [exampleLogArchive] },
    },
  },
  listArchivedChanges: {
    summary: 'List the changes of an archived month field by field, newest first',
    description:
      'Each call examines at most 50,000 entries. If there are more, `examinedTo` says how far the call got; continue there with `oldest`.',
    tag,
    params: logArchiveParams,
    query: listArchivedChangesQuery,
    response: listArchivedChangesResponse,
    errors: ['not_found', 'archive_unavailable', 'archive_damaged'],
    examples: {
      params: { archiveId },
      query: { category: ['Group'] },
      response: { items: [exampleEntry], ...part, from: null },
    },
  },
  downloadAuditArchive: {
    summary: 'Download an archived month as JSON Lines',
    description:
      'One JSON object per line, newest first, with the names and values of this API. If the file is damaged, the download ends with an error before the damaged part.',
    tag,
    params: logArchiveParams,
    response: exportAuditLogResponse,
    errors: ['not_found', 'archive_unavailable', 'archive_damaged'],
    examples: { params: { archiveId } },
  },
})
