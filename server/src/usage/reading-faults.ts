import { products } from '@steward/contract/catalogue/products'
import type { FieldFault } from '@steward/contract/errors'
import type { UsageReading } from '@steward/contract/usage/schemas'

/** Readings may come this late: nothing older is shown. */
export const longestDelayDays = 92
/** How far the clock of a service may be ahead. */
const clockSkewMs = 5 * 60_000
/** Faults a refusal names at most; a batch with more has one cause. */
const mostFaults = 100
const dayMs = 86_400_000
const knownProducts: ReadonlySet<string> = new Set(products.map((product) => product.productCode))

/**
 * What is wrong with readings that each look right, by field: a product that the catalogue does not know, a time in the
 * future or too long ago, a resource group that is none of the product's, the same moment twice.
 * @param productOf product codes by the ids of the tenant's resource groups that are named, in lower case
 */
export function readingFaults(readings: readonly UsageReading[], productOf: ReadonlyMap<string, string>, now: Date): FieldFault[] {
  const faults: FieldFault[] = []
  const seen = new Map<string, number>()
  for (const [index, reading] of readings.entries()) {
    const { productCode, metricName, at } = reading
    const resourceGroupId = reading.resourceGroupId?.toLowerCase()
    const fault = (field: keyof UsageReading, code: string, parameters: FieldFault['parameters'] = {}) =>
      faults.push({ field: `readings.${index}.${field}`, code, parameters })
    const time = Date.parse(at)
    if (!knownProducts.has(productCode)) fault('productCode', 'ingest_product_unknown', { productCode })
    if (time > now.getTime() + clockSkewMs) fault('at', 'ingest_time_future')
    if (time < now.getTime() - longestDelayDays * dayMs) fault('at', 'ingest_time_too_old', { days: longestDelayDays })
    if (resourceGroupId !== undefined && productOf.get(resourceGroupId) !== productCode) fault('resourceGroupId', 'resource_group_unknown')
    const key = `${productCode} ${metricName} ${resourceGroupId ?? ''} ${time}`
    const first = seen.get(key)
    if (first === undefined) seen.set(key, index)
    else fault('at', 'ingest_row_twice', { index: first })
    if (faults.length >= mostFaults) return faults.slice(0, mostFaults)
  }
  return faults
}
