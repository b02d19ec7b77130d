import { type RawBuilder, sql } from 'kysely'
import type { Language } from '@steward/contract/languages'
import { type TenantTransaction, tenantIdOf } from '../db/tenant.ts'
import { productNameOf } from '../licenses/product-names.ts'
import { jobTypeName } from './job-types.ts'
import type { SortColumn } from './sort.ts'

/** Columns whose values are few and have names. */
export type NamedColumn = Exclude<SortColumn, 'created_by' | 'reason'>

/** The order of a job's life. */
const statuses = ['Pending', 'Queued', 'Running', 'Finished', 'Failed', 'Cancelled']

export interface ValueOrder {
  language: Language
  isDescending: boolean
  /** Those that a filter leaves; undefined for all of the tenant. */
  wanted: readonly string[] | undefined
}

/** The values of a column in the order of their names; null, and resource groups that are gone, come last. */
export async function orderedValues(
  tx: TenantTransaction,
  column: NamedColumn,
  { language, isDescending, wanted }: ValueOrder,
): Promise<(string | null)[]> {
  const turned = <T>(list: readonly T[]): T[] => (isDescending ? list.toReversed() : [...list])
  if (column === 'status') return turned(statuses.filter((status) => wanted === undefined || wanted.includes(status)))
  const values = wanted ? [...new Set(wanted)] : await distinctValues(tx, column)
  const byName = (nameOf: (value: string) => string) =>
    turned(
      values
        .map((value) => ({ value, name: nameOf(value) }))
        .toSorted((a, b) => a.name.localeCompare(b.name, language) || (a.value < b.value ? -1 : 1))
        .map(({ value }) => value),
    )
  if (column === 'operation') return byName((operation) => jobTypeName(operation, language))
  if (column === 'product_code') return byName(productNameOf)
  const names = await resourceGroupNames(tx, values)
  const named = byName((id) => names.get(id) ?? '').filter((id) => names.has(id))
  const gone = values.filter((id) => !names.has(id))
  return [...named, ...gone, ...(wanted ? [] : [null])]
}

/** A step through the index of the column for each of them. */
async function distinctValues(tx: TenantTransaction, column: NamedColumn): Promise<string[]> {
  const name = sql.ref(column)
  const next = (condition: RawBuilder<unknown>) =>
    sql`select ${name} from job where tenant_id = ${tenantIdOf(tx)}::uuid and ${condition} order by ${name} limit 1`
  const { rows } = await sql<{ value: string }>`
    with recursive step (value) as (
      (${next(sql`${name} is not null`)})
      union all
      select (${next(sql`${name} > step.value`)}) from step where step.value is not null
    ) select value from step where value is not null`.execute(tx)
  return rows.map(({ value }) => value)
}

async function resourceGroupNames(tx: TenantTransaction, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const rows = await tx
    .selectFrom('resource_group')
    .select(['resource_group_id', 'resource_group_name'])
    .where(sql<boolean>`resource_group_id = any(${ids}::uuid[])`)
    .execute()
  return new Map(rows.map((row) => [row.resource_group_id, row.resource_group_name]))
}
