import type { Area } from '../area.ts'
import type { MonthArchive } from '../db/log-partitions.ts'
import type { LogArchiveArea } from '../log-archive/area.ts'
import type { Shared } from '../shared.ts'
import type { LogRetention } from '../tenants/settings/retention.ts'
import { archivedAuditLog } from './archived.ts'
import { bindAuditLogRoutes } from './routes.ts'
import { createAuditLogService } from './service.ts'

export interface AuditLogArea extends Area {
  /** Where months go before they are dropped, if they are archived. */
  archive: MonthArchive | undefined
}

interface Lower {
  retention: LogRetention
  logArchive: LogArchiveArea
}

/** The audit log: every change of the tenant's data. */
export function createAuditLogArea({ db, now }: Shared, { retention, logArchive }: Lower): AuditLogArea {
  const log = createAuditLogService({ db, retention, now })
  const archive = logArchive.archiveOf(archivedAuditLog)
  return {
    name: 'audit-log',
    archive: archive.months,
    exported: {
      'audit-log': log.exported,
      'audit-log-lines': log.linesExported,
    },
    bind: (bind) => bindAuditLogRoutes(bind, log, { db, archive: archive.service }),
  }
}
