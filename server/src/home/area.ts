import type { Area } from '../area.ts'
import type { Shared } from '../shared.ts'
import type { LogRetention } from '../tenants/settings/retention.ts'
import { bindHomeRoutes } from './routes.ts'
import { createHomeService } from './service.ts'
import { forgetDays } from './forget.ts'

/** The home page of people with a side menu: what needs attention, who can do what, the latest changes and figures. */
export function createHomeArea({ db, now, isGranted }: Shared, { retention }: { retention: LogRetention }): Area {
  const home = createHomeService({ db, now, isGranted, retention })
  return {
    name: 'home',
    schedules: [{ name: 'forget_event_days', cron: '57 3 * * *', run: () => forgetDays(db, now()) }],
    bind: (bind) => bindHomeRoutes(bind, home),
  }
}
