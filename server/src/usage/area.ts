import type { Area } from '../area.ts'
import { publish } from '../notifications/publish.ts'
import type { Shared } from '../shared.ts'
import { alertTask } from './alerts.ts'
import { type FollowUp, forgetBatches, ingestReadings } from './ingest.ts'
import { bindUsageRoutes } from './routes.ts'
import { createUsageService } from './service.ts'

/** Usage of products: readings from services, quotas, and alerts when one is almost used up. */
export function createUsageArea({ db, now, isGranted }: Shared, { followUp }: { followUp: FollowUp }): Area {
  const usage = createUsageService({ db, now, isGranted })
  return {
    name: 'usage',
    tasks: [alertTask({ db, publish: (tx, message) => publish(tx, message, now()) })],
    schedules: [{ name: 'forget_usage_batches', cron: '47 3 * * *', run: () => forgetBatches(db, now()) }],
    bind: (bind) =>
      bindUsageRoutes(bind, usage, (service, requestId, batch) => ingestReadings({ db, now, followUp }, service, requestId, batch)),
  }
}
