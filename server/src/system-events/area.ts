import type { Area } from '../area.ts'
import type { Shared } from '../shared.ts'
import type { LogRetention } from '../tenants/settings/retention.ts'
import { sumHours } from './hours.ts'
import { forgetEvents, takeEvents } from './ingest.ts'
import { bindSystemEventRoutes } from './routes.ts'
import { createSystemEventService } from './service.ts'

/** Reading the system log, and events of services. `system-log` writes those of Steward, below all areas. */
export function createSystemEventsArea({ db, now }: Shared, { retention }: { retention: LogRetention }): Area {
  const events = createSystemEventService({ db, retention, now })
  return {
    name: 'system-events',
    exported: { 'system-log': (tenantId, filter) => events.exported(tenantId, filter) },
    schedules: [
      { name: 'forget_service_events', cron: '52 3 * * *', run: () => forgetEvents(db, now()) },
      { name: 'sum_system_log_hours', cron: '*/10 * * * *', run: () => sumHours(db) },
    ],
    bind: (bind) => bindSystemEventRoutes(bind, events, (service, requestId, batch) => takeEvents({ db, now }, service, requestId, batch)),
  }
}
