import type { Area } from '../area.ts'
import type { Shared } from '../shared.ts'
import { entitlementExpirySources } from './expiry.ts'
import { exportedData, exportedModels } from './export.ts'
import { ingest } from './ingest.ts'
import { bindLicenseRoutes } from './routes.ts'
import { createLicenseService } from './service.ts'

/** Licenses and entitlements. */
export function createLicensesArea({ db, changes, isGranted, now }: Shared): Area {
  const licenses = createLicenseService({ db, changes, isGranted, now })
  return {
    name: 'licenses',
    exported: {
      'data-entitlements': (tenantId, filter) => exportedData(db.kysely, tenantId, filter, now()),
      'model-entitlements': (tenantId, filter) => exportedModels(db.kysely, tenantId, filter, now()),
    },
    expirySources: entitlementExpirySources,
    bind: (bind) => bindLicenseRoutes(bind, licenses, (service, requestId, batch) => ingest(db, service, requestId, batch)),
    close: () => licenses.close(),
  }
}
