import { skus } from '@steward/contract/catalogue/packages'
import { interactiveConcurrencyQuota } from '@steward/contract/catalogue/quotas'
import type { ApplicationLicenseItem, DataEntitlement } from '@steward/contract/licenses/schemas'
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
import { problem } from '@steward/contract/errors'
import type { PermissionName } from '@steward/contract/rules/permissions'
import { fullLicenceInfo, isLicensed } from '@steward/contract/rules/licenses'
import type { ChangeListener } from '../db/listen.ts'
import type { Db } from '../db/pool.ts'
import { withTenant } from '../db/tenant.ts'
import type { Bind } from '../http/binding.ts'
import { contextOf } from '../http/context.ts'
import type { Principal } from '../http/principal.ts'
import { callerOf } from '../access/caller.ts'
import { exportedData, exportedModels, streamCsv } from './export.ts'
import { ingest } from './ingest.ts'
import { productNameOf } from './product-names.ts'
import { createModelCatalogue } from './models.ts'

export interface EntitlementOptions {
  db: Db
  changes: ChangeListener
  isGranted: (principal: Principal, permission: PermissionName) => Promise<boolean>
  now: () => Date
}

/** Binds what a tenant is licensed for, and how services say so. */
export function bindEntitlementRoutes(bind: Bind, { db, changes, isGranted, now }: EntitlementOptions): { close(): void } {
  const models = createModelCatalogue({ db, changes, now })

  bind(listApplicationLicenses, async ({ principal, request, query }) => {
    const asOf = now().toISOString()
    const rows = await withTenant(
      db,
      contextOf(principal, request.id),
      (tx) => tx.selectFrom('application_license').selectAll().orderBy('license_id').execute(),
      { readOnly: true },
    )
    const licences = rows.map((row) => ({
      id: row.license_id,
      productCode: row.product_code,
      packageName: row.package_name,
      startDate: row.start_date.toISOString(),
      endDate: row.end_date.toISOString(),
    }))
    const items = licences.map((licence): ApplicationLicenseItem => {
      const { productName, package: found, hasCompletePackageInfo } = fullLicenceInfo(licence.id, [licence], skus)
      return { ...licence, productName, licensed: isLicensed(licence, asOf), package: { ...found }, hasCompletePackageInfo }
    })
    return pageIn(items, query, ({ productName, productCode, packageName }) => [productName, productCode, packageName])
  })

  bind(listDataEntitlements, async ({ principal, request, query }) => {
    const asOf = now().toISOString()
    const rows = await withTenant(
      db,
      contextOf(principal, request.id),
      (tx) => tx.selectFrom('data_entitlement').selectAll().orderBy('entitlement_id').execute(),
      { readOnly: true },
    )
    const items = rows.map((row): DataEntitlement => {
      const endDate = row.end_date.toISOString()
      return {
        id: row.entitlement_id,
        productCode: row.product_code,
        productName: productNameOf(row.product_code),
        startDate: row.start_date.toISOString(),
        endDate,
        licensed: isLicensed({ endDate }, asOf),
      }
    })
    return pageIn(items, query, ({ productName, productCode }) => [productName, productCode])
  })

  bind(listModelEntitlements, async ({ principal, request, query }) => {
    const { items, totalCount } = await models.list(contextOf(principal, request.id), query)
    return { count: items.length, items, limit: query.limit, offset: query.offset, totalCount, totalIsExact: true }
  })

  bind(exportDataEntitlements, async (call) => {
    call.reply.header('content-disposition', 'attachment; filename="data-entitlements.csv"')
    return streamCsv(db, callerOf(call), 'data_entitlements', exportedData(db.kysely, callerOf(call).tenantId, call.query, now()))
  })

  bind(exportModelEntitlements, async (call) => {
    call.reply.header('content-disposition', 'attachment; filename="model-entitlements.csv"')
    return streamCsv(db, callerOf(call), 'model_entitlements', exportedModels(db.kysely, callerOf(call).tenantId, call.query, now()))
  })

  bind(listSkus, async () => ({
    items: skus.map(({ packages, ...sku }) => ({ ...sku, packages: packages.map((one) => ({ ...one })) })),
  }))

  bind(getCurrentQuotas, async ({ principal, request }) => {
    const isAllowed = (await isGranted(principal, 'Navigation.Licenses')) || (await isGranted(principal, 'Admin.ViewCompanyQuotas'))
    if (!isAllowed) throw problem('forbidden', { permission: 'Navigation.Licenses' })
    const rows = await withTenant(
      db,
      contextOf(principal, request.id),
      (tx) => tx.selectFrom('company_quota').selectAll().orderBy('product_code').orderBy('quota_name').execute(),
      { readOnly: true },
    )
    const interactive = rows.filter((row) => row.quota_name === interactiveConcurrencyQuota).map((row) => row.value)
    return {
      quotas: { maxInteractiveConcurrency: interactive.length === 0 ? null : Math.max(...interactive) },
      items: rows.map((row) => ({
        productCode: row.product_code,
        productName: productNameOf(row.product_code),
        quotaName: row.quota_name,
        value: row.value,
        updatedAt: row.updated_at.toISOString(),
      })),
    }
  })

  bind(ingestEntitlements, async ({ principal, request, body }) => ingest(db, principal, request.id, body))

  return { close: () => models.close() }
}

interface ListQuery {
  search?: string | undefined
  state?: 'licensed' | 'lapsed' | undefined
  sort: string
  limit: number
  offset: number
}

/** A page of a short list: a tenant has as many licences as products have packages. */
function pageIn<T extends { licensed: boolean }>(all: readonly T[], query: ListQuery, textOf: (item: T) => string[]) {
  const { search = '', state, sort, limit, offset } = query
  const words = search.toLowerCase().split(/\s+/)
  const field = sort.replace(/^-/, '') as keyof T // the sorts of the contract are fields of the item
  const direction = sort.startsWith('-') ? -1 : 1
  const found = all
    .filter((item) => {
      const text = textOf(item).join(' ').toLowerCase()
      return words.every((word) => text.includes(word)) && (state === undefined || item.licensed === (state === 'licensed'))
    })
    .toSorted((a, b) => direction * String(a[field]).localeCompare(String(b[field]), 'en'))
  const items = found.slice(offset, offset + limit)
  return { count: items.length, items, limit, offset, totalCount: found.length, totalIsExact: true }
}
