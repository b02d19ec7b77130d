import type { Area } from '../area.ts'
import type { Shared } from '../shared.ts'
import type { LogRetention } from '../tenants/settings/retention.ts'
import { bindSystemEventRoutes } from './routes.ts'
import { createSystemEventService } from './service.ts'

/** Reading the system log. `system-log` writes it, below all areas. */
export function createSystemEventsArea({ db, now }: Shared, { retention }: { retention: LogRetention }): Area {
  const events = createSystemEventService({ db, retention, now })
  return {
    name: 'system-events',
    exported: { 'system-log': (tenantId, filter) => events.exported(tenantId, filter) },
    bind: (bind) => bindSystemEventRoutes(bind, events),
  }
}
