import type { Area } from '../area.ts'
import { taskFor } from '../background/jobs.ts'
import type { ExportsArea } from '../exports/area.ts'
import type { Shared } from '../shared.ts'
import { bindCurrencyRoutes } from './currencies/routes.ts'
import { createCurrencyService } from './currencies/service.ts'
import { announceDueSchemes } from './due.ts'
import { bindRateRoutes } from './rates/routes.ts'
import { createRateService } from './rates/service.ts'
import { bindSchemeRoutes } from './schemes/routes.ts'
import { createSchemeService } from './schemes/service.ts'
import { exportedTags } from './tags/queries.ts'
import { bindTagRoutes } from './tags/routes.ts'
import { createTagService } from './tags/service.ts'
import { bindUploadRoutes } from './uploads/routes.ts'
import { createUploadRunner } from './uploads/runner.ts'
import { createUploadService, runUploadsJob } from './uploads/service.ts'
import { bindVintageRoutes } from './vintages/routes.ts'
import { createVintageService } from './vintages/service.ts'

/** Tags, currencies, currency schemes, vintages and exchange rates. */
export function createReferenceDataArea(shared: Shared, { exports }: { exports: ExportsArea }): Area {
  const { config, db, now } = shared
  const tags = createTagService(db)
  const tables = { ...shared, keep: exports.keep }
  const currencies = createCurrencyService(tables)
  const schemes = createSchemeService(tables)
  const vintages = createVintageService(db)
  const rates = createRateService({ db, now })
  const uploading = { ...shared, keep: exports.keep, settings: { bytesPerTenant: config.temporaryBytesPerTenant, now } }
  const uploads = createUploadService(uploading)
  const runner = createUploadRunner(uploading)
  return {
    name: 'reference-data',
    exported: { tags: (tenantId, filter) => exportedTags(db.kysely, tenantId, filter) },
    tasks: [taskFor(runUploadsJob, () => runner.drain())],
    schedules: [
      // Interrupted uploads of dead processes, and uploads waiting for a retry.
      { name: 'resume_rate_uploads', cron: '* * * * *', run: () => runner.resume() },
      { name: 'announce_due_schemes', cron: '23 * * * *', run: () => announceDueSchemes(shared) },
    ],
    bind(bind) {
      bindTagRoutes(bind, tags)
      bindCurrencyRoutes(bind, currencies)
      bindSchemeRoutes(bind, schemes)
      bindVintageRoutes(bind, vintages)
      bindRateRoutes(bind, rates)
      bindUploadRoutes(bind, uploads)
    },
    // Another process restarts an interrupted upload.
    stop: () => runner.stop(),
  }
}
