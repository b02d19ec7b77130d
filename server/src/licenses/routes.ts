import { skus } from '@steward/contract/catalog/packages'
import {
  exportDataEntitlements,
  exportModelEntitlements,
  getCurrentQuotas,
  ingestEntitlements,
  listApplicationLicenses,
  listDataEntitlements,
  listModelEntitlements,
  listSkus,
} from '@steward/contract/licenses/endpoints'
import { attachment } from '../exports/stream-export.ts'
import type { Bind } from '../http/binding.ts'
import { callerOf } from '../http/caller.ts'
import type { IngestEntitlements } from './ingest.ts'
import type { LicenseService } from './service.ts'

/** Binds the endpoints for licenses and entitlements, and for services to report them. */
export function bindLicenseRoutes(bind: Bind, licenses: LicenseService, ingest: IngestEntitlements): void {
  bind(listApplicationLicenses, async (call) => licenses.applications(callerOf(call), call.query))
  bind(listDataEntitlements, async (call) => licenses.data(callerOf(call), call.query))
  bind(listModelEntitlements, async (call) => licenses.models(callerOf(call), call.query))

  bind(exportDataEntitlements, async (call) => {
    call.reply.header('content-disposition', attachment('data-entitlements'))
    return licenses.exportData(callerOf(call), call.query)
  })

  bind(exportModelEntitlements, async (call) => {
    call.reply.header('content-disposition', attachment('model-entitlements'))
    return licenses.exportModels(callerOf(call), call.query)
  })

  bind(listSkus, async () => ({
    items: skus.map(({ packages, ...sku }) => ({ ...sku, packages: packages.map((one) => ({ ...one })) })),
  }))

  bind(getCurrentQuotas, async (call) => licenses.quotas(call.principal, callerOf(call)))
  bind(ingestEntitlements, async ({ principal, request, body }) => ingest(principal, request.id, body))
}
