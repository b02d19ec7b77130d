import {
  downloadAuditArchive,
  exportAuditLog,
  exportAuditLogLines,
  getAuditChange,
  listArchivedChanges,
  listAuditArchives,
  listAuditChanges,
  listAuditLog,
} from '@steward/contract/audit-log/endpoints'
import { attachment } from '../exports/stream-export.ts'
import type { Bind } from '../http/binding.ts'
import { callerOf } from '../http/caller.ts'
import type { Db } from '../db/pool.ts'
import type { ArchiveService } from '../log-archive/service.ts'
import { listArchivedEntries } from './archived-entries.ts'
import type { AuditLogService } from './service.ts'

/** Binds the audit log of the contract. */
export function bindAuditLogRoutes(bind: Bind, log: AuditLogService, { db, archive }: { db: Db; archive: ArchiveService }): void {
  bind(listAuditLog, async (call) => log.list(callerOf(call), call.query))

  bind(listAuditChanges, async (call) => log.listChanges(callerOf(call), call.query))

  bind(exportAuditLog, async (call) => {
    call.reply.header('content-disposition', attachment('audit-log'))
    return log.export(callerOf(call), call.query)
  })

  bind(exportAuditLogLines, async (call) => {
    call.reply.header('content-disposition', attachment('audit-log', 'jsonl'))
    return log.exportLines(callerOf(call), call.query)
  })

  bind(getAuditChange, async (call) => log.getChange(callerOf(call), call.params.cursor))

  bind(listAuditArchives, async (call) => archive.list(callerOf(call)))

  bind(listArchivedChanges, async (call) => listArchivedEntries({ db, archive }, callerOf(call), call.params.archiveId, call.query))

  bind(downloadAuditArchive, async (call) => {
    const { month, content } = await archive.lines(callerOf(call), call.params.archiveId)
    call.reply.header('content-disposition', attachment(`audit-log-${month}`, 'jsonl'))
    return content
  })
}
