import type { Area } from '../area.ts'
import type { MonthArchive } from '../db/log-partitions.ts'
import { openObjectStore } from '../object-store/store.ts'
import type { Shared } from '../shared.ts'
import type { ArchivedLog } from './archived-log.ts'
import { type ArchiveService, createArchiveService } from './service.ts'
import { createMonthArchive, deleteExpired } from './write.ts'

/** The archive of one log. */
export interface LogArchive {
  /** Where months go before they are dropped; undefined if this log is not archived. */
  months: MonthArchive | undefined
  /** What was archived, also when no more is. */
  service: ArchiveService
}

export interface LogArchiveArea extends Area {
  archiveOf(log: ArchivedLog): LogArchive
}

/** Months of logs in object storage. @throws {ConfigError} if the object storage can't be used as it is configured */
export async function createLogArchiveArea({ config, db, log, now }: Shared): Promise<LogArchiveArea> {
  const store = config.objectStorage && (await openObjectStore(config.objectStorage))
  const writing = store && { db, log, store, archiveDays: config.archiveDays, now }
  return {
    name: 'log-archive',
    archiveOf: (archived) => ({
      months: writing && config.archivedLogs.includes(archived.name) ? createMonthArchive(writing, archived) : undefined,
      service: createArchiveService({ db, log, store }, archived),
    }),
    schedules: writing ? [{ name: 'expire_log_archive', cron: '45 4 * * *', run: async () => deleteExpired(writing) }] : [],
  }
}
