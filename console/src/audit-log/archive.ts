import { downloadAuditArchive, listArchivedChanges, listAuditArchives } from '@steward/contract/audit-log/endpoints'
import type { AuditEntry } from '@steward/contract/audit-log/schemas'
import { m } from '@steward/contract/paraglide/messages'
import { api } from '../api/client.ts'
import { noting } from '../api/query.ts'
import { archivedQuery } from '../log-archive/queries.ts'
import type { ArchiveSource } from '../log-archive/source.ts'
import { archivedInput } from './filters.ts'
import type { LogRows } from './queries.ts'
import type { AuditSearch } from './search.ts'

export const auditArchive: ArchiveSource = {
  path: '/monitoring/audit-log',
  title: m.menu_audit_log,
  fileName: 'audit-log',
  list: listAuditArchives,
  download: downloadAuditArchive,
}

/** A page of an archived month for a URL. */
export function archivedChangesQuery(search: AuditSearch, archiveId: string) {
  const query = archivedInput(search)
  return archivedQuery([listArchivedChanges.id, archiveId, query], async ({ signal, queryKey }): Promise<LogRows<AuditEntry>> =>
    api(listArchivedChanges, { params: { archiveId }, query, signal }, { onFailure: noting(queryKey) }),
  )
}
