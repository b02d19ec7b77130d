import type { Area } from '../area.ts'
import { publish } from '../notifications/publish.ts'
import type { Shared } from '../shared.ts'
import type { FollowUp } from '../usage/ingest.ts'
import { createUsageService } from '../usage/service.ts'
import { checkReadings, checkTask } from './checks.ts'
import { bindStorageRoutes } from './routes.ts'
import { createStorageService } from './service.ts'

/** What usage does after it saved readings: those of the archive are checked, whichever call they came with. */
export const followArchive: FollowUp = checkReadings

/** Archive storage of the data vault: readings from services, and a notification when it exceeds the license. */
export function createStorageArea({ db, now, isGranted }: Shared): Area {
  const storage = createStorageService({ db, now, usage: createUsageService({ db, now, isGranted }) })
  return {
    name: 'storage',
    tasks: [checkTask({ db, now, publish: (tx, message) => publish(tx, message, now()) })],
    bind: (bind) => bindStorageRoutes(bind, storage, { db, now, followUp: followArchive }),
  }
}
