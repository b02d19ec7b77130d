import { skus } from '@steward/contract/catalog/packages'
import { interactiveConcurrencyQuota } from '@steward/contract/catalog/quotas'
import { problem } from '@steward/contract/errors'
import type { QueryOf, ResponseOf } from '@steward/contract/http'
import type {
  exportDataEntitlements,
  exportModelEntitlements,
  getCurrentQuotas,
  listApplicationLicenses,
  listDataEntitlements,
  listModelEntitlements,
} from '@steward/contract/licenses/endpoints'
import type { ApplicationLicenseItem, DataEntitlement } from '@steward/contract/licenses/schemas'
import { fullLicenseInfo, isLicensed } from '@steward/contract/rules/licenses'
import { readAsOf } from '../access/as-of.ts'
import type { ChangeListener } from '../db/listen.ts'
import type { Db } from '../db/pool.ts'
import { type TenantContext, withTenant } from '../db/tenant.ts'
import { streamExport } from '../exports/stream-export.ts'
import type { Caller } from '../http/caller.ts'
import type { Gate, Principal } from '../http/principal.ts'
import { exportedData, exportedModels } from './export.ts'
import { createModelCatalog } from './models.ts'
import { productNameOf } from './product-names.ts'
import { readApplicationLicenses, readCompanyQuotas, readDataEntitlements } from './queries.ts'

export interface LicenseOptions {
  db: Db
  changes: ChangeListener
  isGranted: Gate['isGranted']
  now: () => Date
}

/** A tenant's licenses and entitlements. */
export function createLicenseService({ db, changes, isGranted, now }: LicenseOptions) {
  const models = createModelCatalog({ db, changes, now })

  return {
    /** @throws as_of_future, as_of_too_old */
    async applications(ctx: TenantContext, query: QueryOf<typeof listApplicationLicenses>) {
      const rows = await readAsOf(db, ctx, query.asOf, readApplicationLicenses, 'entitlement_images_since')
      const moment = query.asOf ?? now().toISOString()
      const licenses = rows.map((row) => ({
        id: row.license_id,
        productCode: row.product_code,
        packageName: row.package_name,
        startDate: row.start_date.toISOString(),
        endDate: row.end_date.toISOString(),
      }))
      const items = licenses.map((license): ApplicationLicenseItem => {
        const { productName, package: found, hasCompletePackageInfo } = fullLicenseInfo(license.id, [license], skus)
        return { ...license, productName, licensed: isLicensed(license, moment), package: { ...found }, hasCompletePackageInfo }
      })
      return pageIn(items, query, ({ productName, productCode, packageName }) => [productName, productCode, packageName])
    },

    /** @throws as_of_future, as_of_too_old */
    async data(ctx: TenantContext, query: QueryOf<typeof listDataEntitlements>) {
      const rows = await readAsOf(db, ctx, query.asOf, readDataEntitlements, 'entitlement_images_since')
      const moment = query.asOf ?? now().toISOString()
      const items = rows.map((row): DataEntitlement => {
        const endDate = row.end_date.toISOString()
        return {
          id: row.entitlement_id,
          productCode: row.product_code,
          productName: productNameOf(row.product_code),
          startDate: row.start_date.toISOString(),
          endDate,
          licensed: isLicensed({ endDate }, moment),
        }
      })
      return pageIn(items, query, ({ productName, productCode }) => [productName, productCode])
    },

    async models(ctx: TenantContext, query: QueryOf<typeof listModelEntitlements>): Promise<ResponseOf<typeof listModelEntitlements>> {
      const { items, totalCount } = await models.list(ctx, query)
      return { count: items.length, items, limit: query.limit, offset: query.offset, totalCount, totalIsExact: true }
    },

    /** The filtered data entitlements as CSV. */
    exportData: (caller: Caller, filter: QueryOf<typeof exportDataEntitlements>) =>
      streamExport(db, caller, 'data_entitlements', exportedData(db.kysely, caller.tenantId, filter, now())),

    /** The filtered model entitlements as CSV. */
    exportModels: (caller: Caller, filter: QueryOf<typeof exportModelEntitlements>) =>
      streamExport(db, caller, 'model_entitlements', exportedModels(db.kysely, caller.tenantId, filter, now())),

    /** @throws forbidden */
    async quotas(principal: Principal, ctx: TenantContext): Promise<ResponseOf<typeof getCurrentQuotas>> {
      const isAllowed = (await isGranted(principal, 'Navigation.Licenses')) || (await isGranted(principal, 'Admin.ViewCompanyQuotas'))
      if (!isAllowed) throw problem('forbidden', { permission: 'Navigation.Licenses' })
      const rows = await withTenant(db, ctx, readCompanyQuotas, { readOnly: true })
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
    },

    close: () => models.close(),
  }
}

export type LicenseService = ReturnType<typeof createLicenseService>

interface ListQuery {
  search?: string | undefined
  state?: 'licensed' | 'lapsed' | undefined
  sort: string
  limit: number
  offset: number
}

/** A page of a short list: a tenant has at most as many licenses as products have packages. */
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
