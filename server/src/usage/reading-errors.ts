import { products } from '@steward/contract/catalog/products'
import type { FieldFault } from '@steward/contract/errors'
import type { UsageReading } from '@steward/contract/usage/schemas'

/** How late readings can arrive: older ones aren't shown. */
export const longestDelayDays = 92
/** How far a service's clock can be ahead. */
const clockSkewMs = 5 * 60_000
/** Maximum errors in a refusal; a batch with more has a common cause. */
const mostErrors = 100
const dayMs = 86_400_000
const knownProducts: ReadonlySet<string> = new Set(products.map((product) => product.productCode))

/**
 * The errors of readings that are valid on their own, by field: an unknown product, a time in the future or too long ago, a
 * resource group of another product, duplicate times.
 * @param productOf product codes by the ids of the tenant's resource groups in the batch, in lower case
 */
export function readingErrors(readings: readonly UsageReading[], productOf: ReadonlyMap<string, string>, now: Date): FieldFault[] {
  const errors: FieldFault[] = []
  const seen = new Map<string, number>()
  for (const [index, reading] of readings.entries()) {
    const { productCode, metricName, at } = reading
    const resourceGroupId = reading.resourceGroupId?.toLowerCase()
    const add = (field: keyof UsageReading, code: string, parameters: FieldFault['parameters'] = {}) =>
      errors.push({ field: `readings.${index}.${field}`, code, parameters })
    const time = Date.parse(at)
    if (!knownProducts.has(productCode)) add('productCode', 'ingest_product_unknown', { productCode })
    if (time > now.getTime() + clockSkewMs) add('at', 'ingest_time_future')
    if (time < now.getTime() - longestDelayDays * dayMs) add('at', 'ingest_time_too_old', { days: longestDelayDays })
    if (resourceGroupId !== undefined && productOf.get(resourceGroupId) !== productCode) add('resourceGroupId', 'resource_group_unknown')
    const key = `${productCode} ${metricName} ${resourceGroupId ?? ''} ${time}`
    const first = seen.get(key)
    if (first === undefined) seen.set(key, index)
    else add('at', 'ingest_row_twice', { index: first })
    if (errors.length >= mostErrors) return errors.slice(0, mostErrors)
  }
  return errors
}
