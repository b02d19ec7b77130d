import { products } from '@steward/contract/catalog/products'
import type { FieldFault } from '@steward/contract/errors'
import type { IngestBatch } from '@steward/contract/licenses/schemas'

/** Maximum errors in a refusal; a batch with more has a common cause. */
const mostFaults = 100
const knownProducts: ReadonlySet<string> = new Set(products.map((product) => product.productCode))

type IngestRow = IngestBatch['rows'][number]

/** What identifies a row within its kind and tenant; as in the unique constraints. */
const keyOf = (row: IngestRow): string =>
  JSON.stringify([
    row.productCode,
    'resourceGroupPackageId' in row ? row.resourceGroupPackageId : 'packageName' in row ? row.packageName.toLowerCase() : '',
    'continent' in row ? [row.continent, row.peril] : '',
    'quotaName' in row ? row.quotaName : '',
  ])

/**
 * The errors of rows that are valid on their own, by field: an unknown product, an end before its start, duplicates. Data and
 * models can be of products that only the platform knows; applications and quotas can't.
 */
export function rowFaults({ kind, rows }: IngestBatch): FieldFault[] {
  const faults: FieldFault[] = []
  const seen = new Map<string, number>()
  for (const [index, row] of rows.entries()) {
    const fault = (field: string, code: string, parameters: FieldFault['parameters'] = {}) =>
      faults.push({ field: `rows.${index}.${field}`, code, parameters })
    if ((kind === 'application' || kind === 'quota' || kind === 'package') && !knownProducts.has(row.productCode)) {
      fault('productCode', 'ingest_product_unknown', { productCode: row.productCode })
    }
    if ('endDate' in row && row.startDate !== undefined && Date.parse(row.endDate) <= Date.parse(row.startDate)) {
      fault('endDate', 'ingest_ends_before_start')
    }
    if ('definitions' in row) {
      if (row.definitions.filter(({ isBaseline }) => isBaseline).length !== 1) fault('definitions', 'baseline_required')
      if (new Set(row.definitions.map(({ name }) => name)).size < row.definitions.length)
        fault('definitions', 'ingest_row_twice', { index })
    }
    const key = keyOf(row)
    const first = seen.get(key)
    if (first === undefined) seen.set(key, index)
    else fault('productCode', 'ingest_row_twice', { index: first })
    if (faults.length >= mostFaults) return faults.slice(0, mostFaults)
  }
  return faults
}
