import type { Area } from '../area.ts'
import type { MonthArchive } from '../db/log-partitions.ts'
import type { LogArchiveArea } from '../log-archive/area.ts'
import type { Shared } from '../shared.ts'
import type { LogRetention } from '../tenants/settings/retention.ts'
import { archivedSystemLog } from './archived.ts'
import { sumHours } from './hours.ts'
import { forgetEvents, takeEvents } from './ingest.ts'
import { bindSystemEventRoutes } from './routes.ts'
import { createSystemEventService } from './service.ts'

export interface SystemEventsArea extends Area {
  /** Where months go before they are dropped, if they are archived. */
  archive: MonthArchive | undefined
}

interface Lower {
  retention: LogRetention
  logArchive: LogArchiveArea
}

/** Reading the system log, and events of services. `system-log` writes those of Steward, below all areas. */
export function createSystemEventsArea({ db, now }: Shared, { retention, logArchive }: Lower): SystemEventsArea {
  const events = createSystemEventService({ db, retention, now })
  const archive = logArchive.archiveOf(archivedSystemLog)
  return {
    name: 'system-events',
    archive: archive.months,
    exported: { 'system-log': (tenantId, filter) => events.exported(tenantId, filter) },
    schedules: [
      { name: 'forget_service_events', cron: '52 3 * * *', run: () => forgetEvents(db, now()) },
      { name: 'sum_system_log_hours', cron: '*/10 * * * *', run: () => sumHours(db) },
    ],
    bind: (bind) =>
      bindSystemEventRoutes(bind, {
        events,
        archive: archive.service,
        take: (service, requestId, batch) => takeEvents({ db, now }, service, requestId, batch),
      }),
  }
}
