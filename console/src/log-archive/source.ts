import type { downloadAuditArchive, listAuditArchives } from '@steward/contract/audit-log/endpoints'

/** A log with archived months; the endpoints of all of them are alike. */
export interface ArchiveSource {
  path: '/monitoring/audit-log' | '/monitoring/system-log'
  /** The name of the page. */
  title: () => string
  /** What its files are called. */
  fileName: string
  list: typeof listAuditArchives
  download: typeof downloadAuditArchive
}
