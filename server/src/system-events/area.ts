import type { Area } from '../area.ts'
import type { Shared } from '../shared.ts'
import { exportedEvents, planOf } from './queries.ts'
import { bindSystemEventRoutes } from './routes.ts'
import { createSystemEventService } from './service.ts'

/** Reading the system log. `system-log` writes it, below all areas. */
export function createSystemEventsArea({ db, now }: Shared): Area {
  const events = createSystemEventService(db, now)
  return {
    name: 'system-events',
    exported: { 'system-log': (tenantId, filter) => exportedEvents(db.kysely, tenantId, planOf(filter, now())) },
    bind: (bind) => bindSystemEventRoutes(bind, events),
  }
}
