import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { CsvSource } from '../../db/csv-copy.ts'
import { literally } from '../../db/like.ts'
import { type TenantTransaction, tenantIdOf } from '../../db/tenant.ts'
import type { Database } from '../../db/types.ts'
import { type Comparison, type Condition, type FieldType, type Value, parseWhere } from './where.ts'

type Fragment = RawBuilder<unknown>

interface Field {
  type: FieldType
  column: Fragment
}

/** A table of reference data that can be filtered, sorted and exported by its fields. */
export interface Table<F extends string> {
  fields: Readonly<Record<F, Field>>
  /** `from … where …`: all rows of a tenant. */
  rowsOf(tenantId: string): Fragment
  /** Breaks ties of a sort: unique among the rows of a tenant. */
  key: Fragment
}

export interface TableFilter<F extends string> {
  sort: F
  sortOrder: 'asc' | 'desc'
  where?: string | undefined
}

export interface TableQuery<F extends string> extends TableFilter<F> {
  /** 0 for all rows. */
  limit: number
  offset: number
}

/** One page of rows and their count. @throws where_invalid */
export async function readTablePage<Row>(
  tx: TenantTransaction,
  table: Table<string>,
  columns: Fragment,
  { limit, offset, ...filter }: TableQuery<string>,
): Promise<{ rows: Row[]; totalCount: number }> {
  const rows = matching(table, tenantIdOf(tx), filter.where)
  const window = limit === 0 ? sql`offset ${offset}` : sql`limit ${limit} offset ${offset}`
  const [page, counted] = await Promise.all([
    sql<Row>`select ${columns} ${rows} order by ${orderOf(table, filter)} ${window}`.execute(tx),
    sql<{ n: number }>`select count(*)::int as n ${rows}`.execute(tx),
  ])
  return { rows: page.rows, totalCount: counted.rows[0]?.n ?? 0 }
}

/** The filtered rows in their order as CSV, with a column for each field. @throws where_invalid */
export function exportedTable(kysely: Kysely<Database>, tenantId: string, table: Table<string>, filter: TableFilter<string>): CsvSource {
  const rows = matching(table, tenantId, filter.where)
  const columns = Object.entries(table.fields).map(([name, { type, column }]) => sql`${csvTypes[type](column)} as ${sql.id(name)}`)
  return {
    rows: sql`select ${sql.join(columns)} ${rows} order by ${orderOf(table, filter)}`.compile(kysely),
    count: sql<{ n: number }>`select count(*) as n ${rows}`.compile(kysely),
  }
}

const csvTypes: Readonly<Record<FieldType, (column: Fragment) => Fragment>> = {
  text: (column) => sql`csv_text(${column})`,
  number: (column) => column,
  boolean: (column) => sql`${column}::text`,
  day: (column) => sql`to_char(${column}, 'YYYY-MM-DD')`,
  time: (column) => sql`csv_time(${column})`,
}

function orderOf({ fields, key }: Table<string>, { sort, sortOrder }: TableFilter<string>): Fragment {
  const field = fields[sort]
  if (!field) throw new Error(`No order for ${sort}`)
  const direction = sql.raw(sortOrder === 'desc' ? 'desc' : 'asc')
  return sql`${field.column} ${direction}, ${key} ${direction}`
}

function matching(table: Table<string>, tenantId: string, where: string | undefined): Fragment {
  const rows = sql`from ${table.rowsOf(tenantId)}`
  if (!where) return rows
  const types = Object.fromEntries(Object.entries(table.fields).map(([name, { type }]) => [name, type]))
  return sql`${rows} and ${conditionOf(parseWhere(where, types), table)}`
}

/** A condition as SQL: what it compares with are parameters. */
export function conditionOf(condition: Condition, table: Table<string>): Fragment {
  if ('parts' in condition) {
    const parts = condition.parts.map((part) => conditionOf(part, table))
    return sql`(${sql.join(parts, condition.kind === 'and' ? sql` and ` : sql` or `)})`
  }
  const field = table.fields[condition.field]
  if (!field) throw new Error(`No field ${condition.field}`)
  switch (condition.kind) {
    case 'compare':
      return comparisonOf(field, condition.operator, condition.value)
    case 'in': {
      const equal = condition.values.map((value) => comparisonOf(field, '=', value))
      return sql`(${sql.join(equal, sql` or `)})`
    }
    case 'like':
      return sql`lower(${field.column}) like lower(${literally(condition.pattern).replaceAll('*', '%')}::text)`
  }
}

/** Nothing is less or greater than a missing value, and everything differs from it. Upper and lower case are the same. */
function comparisonOf({ type, column }: Field, operator: Comparison, value: Value): Fragment {
  const symbol = operators[operator]
  switch (value.type) {
    case 'text':
      return sql`lower(${column}) ${symbol} lower(${value.text}::text)`
    case 'number':
      return sql`${column} ${symbol} ${value.text}::numeric`
    case 'boolean':
      return sql`${column} ${symbol} ${value.isTrue}::boolean`
    case 'day':
      return sql`${type === 'time' ? sql`(${column} at time zone 'UTC')::date` : column} ${symbol} ${value.text}::date`
    case 'time':
      // As precise as responses are.
      return sql`date_trunc('milliseconds', ${column}) ${symbol} ${value.text}::timestamptz`
  }
}

const operators: Readonly<Record<Comparison, Fragment>> = {
  '=': sql`=`,
  '!=': sql`is distinct from`,
  '<': sql`<`,
  '<=': sql`<=`,
  '>': sql`>`,
  '>=': sql`>=`,
}
