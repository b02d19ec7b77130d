import { products } from '@steward/contract/catalogue/products'
import type { FieldFault } from '@steward/contract/errors'
import type { IngestBatch } from '@steward/contract/licenses/schemas'

/** Faults a refusal names at most; a batch with more has one cause. */
const mostFaults = 100
const knownProducts: ReadonlySet<string> = new Set(products.map((product) => product.productCode))

type IngestRow = IngestBatch['rows'][number]

/** What of a row tells it from the others of its kind and tenant; as in the unique constraints. */
const keyOf = (row: IngestRow): string =>
  JSON.stringify([
    row.productCode,
    'packageName' in row ? row.packageName : '',
    'continent' in row ? [row.continent, row.peril] : '',
    'quotaName' in row ? row.quotaName : '',
  ])

/**
 * What is wrong with rows that each look right, by field: a product that nobody can open, an end before its start, the same thing
 * twice. Data and models may be of products that only the platform knows; applications and quotas may not.
 */
export function rowFaults({ kind, rows }: IngestBatch): FieldFault[] {
  const faults: FieldFault[] = []
  const seen = new Map<string, number>()
  for (const [index, row] of rows.entries()) {
    const fault = (field: string, code: string, parameters: FieldFault['parameters'] = {}) =>
      faults.push({ field: `rows.${index}.${field}`, code, parameters })
    if ((kind === 'application' || kind === 'quota') && !knownProducts.has(row.productCode)) {
      fault('productCode', 'ingest_product_unknown', { productCode: row.productCode })
    }
    if ('endDate' in row && row.startDate !== undefined && Date.parse(row.endDate) <= Date.parse(row.startDate)) {
      fault('endDate', 'ingest_ends_before_start')
    }
    const key = keyOf(row)
    const first = seen.get(key)
    if (first === undefined) seen.set(key, index)
    else fault('productCode', 'ingest_row_twice', { index: first })
    if (faults.length >= mostFaults) return faults.slice(0, mostFaults)
  }
  return faults
}
