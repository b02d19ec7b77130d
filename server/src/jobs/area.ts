import type { Area } from '../area.ts'
import type { Shared } from '../shared.ts'
import { createJobActions } from './actions.ts'
import { createCommandWaits } from './command-waits.ts'
import { createJobExport, exportedJobs } from './export.ts'
import { takeJobs } from './ingest.ts'
import { createLaneService } from './lanes.ts'
import { createProductCommands } from './product-commands.ts'
import { bindProductRoutes } from './product-routes.ts'
import { bindJobRoutes } from './routes.ts'
import { createJobService } from './service.ts'

/** Jobs: reports and commands of products, and the job log of administrators. */
export function createJobsArea({ db, changes, now, isGranted }: Shared): Area {
  const waits = createCommandWaits(changes)
  const commands = createProductCommands({ db, now, waits })
  return {
    name: 'jobs',
    exported: { jobs: (tenantId, filter, subject) => exportedJobs(db.kysely, { tenantId, subject, filter, now: now() }) },
    bind(bind, http) {
      // Before the server waits for open requests to end.
      http.addHook('preClose', async () => waits.stop())
      bindJobRoutes(bind, {
        jobs: createJobService(db, now),
        actions: createJobActions(db, now),
        lanes: createLaneService(db, now),
        exportCsv: createJobExport(db, now),
        isGranted,
      })
      bindProductRoutes(bind, (service, requestId, batch) => takeJobs({ db, now }, service, requestId, batch), commands)
    },
  }
}
