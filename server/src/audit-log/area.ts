import type { Area } from '../area.ts'
import type { MonthArchive } from '../db/log-partitions.ts'
import { openObjectStore } from '../object-store/store.ts'
import type { Shared } from '../shared.ts'
import type { LogRetention } from '../tenants/settings/retention.ts'
import { createArchiveService } from './archive/service.ts'
import { createMonthArchive, deleteExpired } from './archive/write.ts'
import { bindAuditLogRoutes } from './routes.ts'
import { createAuditLogService } from './service.ts'

export interface AuditLogArea extends Area {
  /** Where months go before they are dropped, if object storage is configured. */
  archive: MonthArchive | undefined
}

/** The audit log: every change of the tenant's data. @throws {ConfigError} if the object storage can't be used as it is configured */
export async function createAuditLogArea(
  { config, db, log: logger, now }: Shared,
  { retention }: { retention: LogRetention },
): Promise<AuditLogArea> {
  const log = createAuditLogService({ db, retention, now })
  const store = config.objectStorage && (await openObjectStore(config.objectStorage))
  const writing = store && { db, log: logger, store, archiveDays: config.archiveDays, now }
  return {
    name: 'audit-log',
    archive: writing && createMonthArchive(writing),
    exported: {
      'audit-log': log.exported,
      'audit-log-lines': log.linesExported,
    },
    schedules: writing ? [{ name: 'expire_log_archive', cron: '45 4 * * *', run: async () => deleteExpired(writing) }] : [],
    bind: (bind) => bindAuditLogRoutes(bind, log, createArchiveService({ db, log: logger, store })),
  }
}
