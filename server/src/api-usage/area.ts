import type { Area } from '../area.ts'
import type { Shared } from '../shared.ts'
import { type UsageRecorder, cleanApiUsage, createUsageRecorder } from './recorder.ts'
import { bindApiUsageRoutes } from './routes.ts'
import { createApiUsageService } from './service.ts'

/** API traffic: counts it and shows it. */
export interface ApiUsageArea extends Area {
  recorder: UsageRecorder
}

/** @param isCounting false in the benchmark of counting */
export function createApiUsageArea({ db, log, now }: Shared, { isCounting }: { isCounting: boolean }): ApiUsageArea {
  const recorder = createUsageRecorder({ db, log, now })
  const usage = createApiUsageService({ db, now })
  return {
    name: 'api-usage',
    recorder,
    schedules: [{ name: 'clean_api_usage', cron: '29 4 * * *', run: () => cleanApiUsage(db) }],
    bind(bind, http) {
      if (isCounting) recorder.attach(http)
      bindApiUsageRoutes(bind, usage)
    },
    close: () => recorder.close(),
  }
}
