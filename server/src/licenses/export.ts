import { type Kysely, type RawBuilder, sql } from 'kysely'
import { products } from '@steward/contract/catalog/products'
import type { CsvSource } from '../db/csv-copy.ts'
import type { Database } from '../db/types.ts'

interface Filter {
  search?: string | undefined
  state?: 'licensed' | 'lapsed' | undefined
}

/** The filtered data entitlements as CSV. */
export function exportedData(kysely: Kysely<Database>, tenantId: string, filter: Filter, now: Date): CsvSource {
  const names = JSON.stringify(Object.fromEntries(products.map(({ productCode, productName }) => [productCode, productName])))
  const productName = sql`coalesce(${names}::jsonb ->> e.product_code, e.product_code)`
  const found = sql`from data_entitlement e where ${conditions(tenantId, filter, sql`concat_ws(' ', ${productName}, e.product_code)`, now)}`
  return {
    rows: sql`
      select csv_text(${productName}) as "productName", csv_text(e.product_code) as "productCode", ${ending(now)}
        ${found} order by 1, 2`.compile(kysely),
    count: sql<{ n: number }>`select count(*) as n ${found}`.compile(kysely),
  }
}

/** The filtered model entitlements as CSV. */
export function exportedModels(kysely: Kysely<Database>, tenantId: string, filter: Filter, now: Date): CsvSource {
  const text = sql`concat_ws(' ', e.continent, e.product_name, e.peril, e.product_code)`
  const found = sql`from model_entitlement e where ${conditions(tenantId, filter, text, now)}`
  return {
    rows: sql`
      select csv_text(e.product_name) as "productName", csv_text(e.continent) as continent, csv_text(e.peril) as peril,
             csv_text(e.product_code) as "productCode", ${ending(now)}
        ${found} order by e.product_name, e.continent, e.peril, e.product_code`.compile(kysely),
    count: sql<{ n: number }>`select count(*) as n ${found}`.compile(kysely),
  }
}

/** Text, because COPY takes literals. */
const moment = (now: Date) => sql`${now.toISOString()}::timestamptz`

const ending = (now: Date) => sql`
  csv_time(e.start_date) as "startDate", csv_time(e.end_date) as "endDate", (e.end_date > ${moment(now)})::text as licensed`

/** All words are in the text, and the status matches. */
function conditions(tenantId: string, { search = '', state }: Filter, text: RawBuilder<unknown>, now: Date): RawBuilder<unknown> {
  const words = search.toLowerCase().split(/\s+/)
  return sql.join(
    [
      sql`e.tenant_id = ${tenantId}::uuid`,
      ...words.filter((word) => word !== '').map((word) => sql`position(${word} in lower(${text})) > 0`),
      ...(state === undefined ? [] : [state === 'licensed' ? sql`e.end_date > ${moment(now)}` : sql`e.end_date <= ${moment(now)}`]),
    ],
    sql` and `,
  )
}
