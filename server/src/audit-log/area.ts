import type { Area } from '../area.ts'
import type { Shared } from '../shared.ts'
import type { LogRetention } from '../tenants/settings/retention.ts'
import { bindAuditLogRoutes } from './routes.ts'
import { createAuditLogService } from './service.ts'

/** The audit log: every change of the tenant's data. */
export function createAuditLogArea({ db, now }: Shared, { retention }: { retention: LogRetention }): Area {
  const log = createAuditLogService({ db, retention, now })
  return {
    name: 'audit-log',
    exported: {
      'audit-log': log.exported,
      'audit-log-lines': log.linesExported,
    },
    bind: (bind) => bindAuditLogRoutes(bind, log),
  }
}
