import type { Area } from '../area.ts'
import type { Shared } from '../shared.ts'
import { planOf } from './filter.ts'
import { exportedEntries } from './queries.ts'
import { bindAuditLogRoutes } from './routes.ts'
import { createAuditLogService } from './service.ts'

/** The audit log: every change of the tenant's data. */
export function createAuditLogArea({ db, now }: Shared): Area {
  const log = createAuditLogService(db, now)
  return {
    name: 'audit-log',
    exported: {
      'audit-log': (tenantId, filter) => exportedEntries(db.kysely, tenantId, planOf(filter, now())),
    },
    bind: (bind) => bindAuditLogRoutes(bind, log),
  }
}
