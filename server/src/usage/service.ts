import { problem } from '@steward/contract/errors'
import type { QueryOf, ResponseOf } from '@steward/contract/http'
import { systemUsageProducts } from '@steward/contract/rules/routes'
import { quotaPeriodOf } from '@steward/contract/rules/quota-periods'
import type { MetricSeries, ProductUsage } from '@steward/contract/usage/schemas'
import type { getMetrics, getQuotaUsage } from '@steward/contract/usage/endpoints'
import type { Db } from '../db/pool.ts'
import { type TenantContext, fromReplica, withTenant } from '../db/tenant.ts'
import type { Gate, Principal } from '../http/principal.ts'
import { type ProductWithGroups, mustHaveProduct } from '../resource-groups/products.ts'
import { type StoredPackage, packagesOf } from '../resource-groups/packages.ts'
import { figuresOf, latest, rangeOf, spanOf } from './figures.ts'
import { wholeCompany } from './ingest.ts'
import { type PointRow, readGroups, readPoints, readQuotas, readUsage } from './queries.ts'
import { readQuotaUsage } from './quota-usage.ts'

/** Longer ranges are shown by the day. */
const daysByHour = 30

/** Tenants' usage compared to their quotas. Every method reads in one transaction of the caller's tenant. */
export function createUsageService({ db, now, isGranted }: { db: Db; now: () => Date; isGranted: Gate['isGranted'] }) {
  return {
    /** The company's quotas by product and name, with usage and projection. @throws forbidden */
    async quotas(principal: Principal, ctx: TenantContext): Promise<ResponseOf<typeof getQuotaUsage>> {
      const isAllowed = (await isGranted(principal, 'Navigation.Licenses')) || (await isGranted(principal, 'Admin.ViewCompanyQuotas'))
      if (!isAllowed) throw problem('forbidden', { permission: 'Navigation.Licenses' })
      return withTenant(
        db,
        ctx,
        async (tx) => {
          const { items, ...range } = await readQuotaUsage(tx, now())
          return { ...range, items: items.map(({ days: _days, ...usage }) => usage) }
        },
        fromReplica,
      )
    },

    /**
     * Usage of the quotas that a product's packages allocate, and of the company's other quotas for it.
     * @throws forbidden
     */
    async product(principal: Principal, ctx: TenantContext, productCode: ProductWithGroups, days: number): Promise<ProductUsage> {
      // Everyone who can view the resource groups of a product can view their usage.
      await mustHaveProduct(isGranted, principal, productCode)
      const span = spanOf(days, now())
      return withTenant(
        db,
        ctx,
        async (tx) => {
          const quotas = new Map((await readQuotas(tx, productCode)).map((row) => [row.quota_name, row.value]))
          const groups = await readGroups(tx, productCode)
          const given = packageValues(await packagesOf(tx, productCode))
          const metricNames = [...new Set([...[...given.values()].flatMap((values) => [...values.keys()]), ...quotas.keys()])]
          const rows = await readUsage(tx, { ...span, metricNames, productCode, withGroups: true })
          const read = new Map(rows.map((row) => [`${row.metric_name} ${row.resource_group_id}`, row]))
          const labels = metricNames.map((quotaName): ProductUsage['labels'][number] => {
            const period = quotaPeriodOf(quotaName)
            const figuresIn = (resourceGroupId: string) => figuresOf(read.get(`${quotaName} ${resourceGroupId}`), period, span.until)
            return {
              quotaName,
              period,
              quota: quotas.get(quotaName) ?? null,
              ...figuresIn(wholeCompany),
              resourceGroups: groups
                .filter((group) => read.has(`${quotaName} ${group.resource_group_id}`))
                .map((group) => ({
                  resourceGroupId: group.resource_group_id,
                  name: group.resource_group_name,
                  quota: given.get(group.resource_group_package_id ?? '')?.get(quotaName) ?? 0,
                  ...figuresIn(group.resource_group_id),
                })),
            }
          })
          return { ...rangeOf(span), lastReadingAt: latest(labels.flatMap((label) => [label, ...label.resourceGroups])), labels }
        },
        fromReplica,
      )
    },

    /**
     * The metrics of a product by name, each with its data points.
     * @throws forbidden
     */
    async metrics(principal: Principal, ctx: TenantContext, wanted: QueryOf<typeof getMetrics>): Promise<ResponseOf<typeof getMetrics>> {
      const product = systemUsageProducts.find(({ productCode }) => productCode === wanted.productCode)
      const permission = product?.permission ?? 'Navigation.SystemUsage'
      if (!(await isGranted(principal, permission))) throw problem('forbidden', { permission })
      const { days, ...filter } = wanted
      const span = spanOf(days, now())
      const step = days <= daysByHour ? ('hour' as const) : ('day' as const)
      return withTenant(
        db,
        ctx,
        async (tx) => {
          const quotas = new Map((await readQuotas(tx, filter.productCode)).map((row) => [row.quota_name, row.value]))
          const rows = await readPoints(tx, { ...span, ...filter, step })
          const series = [...Map.groupBy(rows, (row) => row.metric_name)].map(([metricName, points]): MetricSeries => ({
            metricName,
            quota: quotas.get(metricName) ?? null,
            points: points.map(pointOf),
          }))
          const last = rows.reduce((newest, row) => Math.max(newest, row.last_at.getTime()), 0)
          return { ...rangeOf(span), step, lastReadingAt: last === 0 ? null : new Date(last).toISOString(), series }
        },
        fromReplica,
      )
    },
  }
}

export type UsageService = ReturnType<typeof createUsageService>

/** The quotas in each package of a product, by its id and the name of the quota. */
const packageValues = (packages: readonly StoredPackage[]): ReadonlyMap<string, ReadonlyMap<string, number>> =>
  new Map(packages.map((one) => [one.resourceGroupPackageId, new Map(one.definitions.map(({ name, value }) => [name, value]))]))

const pointOf = ({ at, mean, peak, last }: PointRow) => ({ at: at.toISOString(), mean, peak, last })
