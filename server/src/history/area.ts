import type { Area } from '../area.ts'
import type { Shared } from '../shared.ts'
import type { LogRetention } from '../tenants/settings/retention.ts'
import { bindHistoryRoutes } from './routes.ts'
import { createHistoryService } from './service.ts'

/** What was done to a record, and by whom. */
export function createHistoryArea({ db, isGranted }: Shared, { retention }: { retention: LogRetention }): Area {
  const history = createHistoryService({ db, isGranted, retention })
  return { name: 'history', bind: (bind) => bindHistoryRoutes(bind, history) }
}
