import { exportAuditLog, exportAuditLogLines, getAuditChange, listAuditChanges, listAuditLog } from '@steward/contract/audit-log/endpoints'
import { attachment } from '../exports/stream-export.ts'
import type { Bind } from '../http/binding.ts'
import { callerOf } from '../http/caller.ts'
import type { AuditLogService } from './service.ts'

/** Binds the audit log of the contract. */
export function bindAuditLogRoutes(bind: Bind, log: AuditLogService): void {
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
}
