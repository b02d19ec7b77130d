import { type RawBuilder, sql } from 'kysely'
import { type TenantTransaction, tenantIdOf } from './tenant.ts'

/** A position in a log: entries of one transaction have the same time, and their ids are in the order of writing. */
export interface Position {
  /** ISO 8601 in UTC with microseconds, as the database gives it. */
  at: string
  id: string
}

export interface Range {
  from: string | undefined
  until: string | undefined
}

/** A filter in two parts: `leading` is looked up in an index, `others` are compared with each entry found there. */
export interface Plan {
  range: Range
  /** Each of them has an index in the order of time. Empty: the whole log. */
  leading: RawBuilder<unknown>[]
  others: RawBuilder<unknown>[]
}

export interface Slice<Row> {
  /** In the direction of reading. */
  rows: Row[]
  /** Entries that match are left behind the last row. */
  hasMore: boolean
  /** Where reading stopped because enough entries were examined; undefined if it came to an end. */
  examinedTo: Position | undefined
}

export type Direction = 'older' | 'newer'

/** A log: where its entries are, their time and the key beside it, and the columns to read. */
export interface LogTable {
  /** The table, or a join that leads to the entries. */
  from: RawBuilder<unknown>
  /** The alias in a join whose columns have the tenant and the order. */
  alias?: string
  /** Default: `occurred_at` */
  time?: string
  id: string
  /** Default: `uuid` */
  idType?: 'text'
  columns: RawBuilder<unknown>
  /** The same columns, of the rows that `columns` selected; if those are expressions. */
  chosen?: RawBuilder<unknown>
}

const textOf = (time: RawBuilder<unknown>) => sql`to_char(${time} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`
export const timeText = textOf(sql`occurred_at`)

/** The conditions of a range on the time of entries. */
export function within({ from, until }: Range, time: RawBuilder<unknown> = sql`occurred_at`): RawBuilder<unknown>[] {
  return [
    ...(from === undefined ? [] : [sql`${time} >= ${from}::timestamptz`]),
    ...(until === undefined ? [] : [sql`${time} < ${until}::timestamptz`]),
  ]
}

/** The columns that decide the order, of the table or of the rows read from it. */
function keyOf({ time = 'occurred_at', id }: LogTable, alias?: string) {
  const named = (name: string) => sql.ref(alias === undefined ? name : `${alias}.${name}`)
  const key = { tenant: named('tenant_id'), time: named(time), id: named(id) }
  const orders = { older: sql`${key.time} desc, ${key.id} desc`, newer: sql`${key.time}, ${key.id}` }
  return { ...key, orders }
}

/**
 * The entries behind a position that match a filter, at most `limit`, with their time as `at`. It walks an index in the order of
 * time and compares at most `examined` entries with the filters that the index does not know, so that it ends soon with any
 * filters.
 */
export async function readLogSlice<Row extends { at: string }>(
  tx: TenantTransaction,
  log: LogTable,
  plan: Plan,
  page: { from: Position | undefined; direction: Direction; limit: number; examined: number },
): Promise<Slice<Row>> {
  const isCompared = plan.others.length > 0
  const { time, id, orders } = keyOf(log)
  const order = orders[page.direction]
  const at = textOf(time)
  const candidates = candidatesOf(tenantIdOf(tx), log, plan, { ...page, count: isCompared ? page.examined : page.limit + 1 })
  const { rows } = await sql<Row>`
    select ${at} as at, ${log.chosen ?? log.columns} from (${candidates}) candidate
     ${isCompared ? sql`where ${sql.join(plan.others, sql` and `)}` : sql``}
     order by ${order} limit ${page.limit + 1}`.execute(tx)
  const hasMore = rows.length > page.limit
  if (hasMore || !isCompared) return { rows: rows.slice(0, page.limit), hasMore, examinedTo: undefined }
  const last = await sql<Position>`
    select ${at} as at, ${id} as id from (${candidates}) candidate order by ${order} offset ${page.examined - 1} limit 1`.execute(tx)
  return { rows, hasMore: false, examinedTo: last.rows[0] }
}

function candidatesOf(
  tenantId: string,
  log: LogTable,
  { range, leading }: Plan,
  { from, direction, count }: { from: Position | undefined; direction: Direction; count: number },
): RawBuilder<unknown> {
  const { tenant, time, id, orders } = keyOf(log, log.alias)
  const behind = from
    ? [
        sql`(${time}, ${id}) ${direction === 'older' ? sql`<` : sql`>`} (${from.at}::timestamptz, ${from.id}::${sql.raw(log.idType ?? 'uuid')})`,
        // Also on its own: it prunes partitions.
        direction === 'older' ? sql`${time} <= ${from.at}::timestamptz` : sql`${time} >= ${from.at}::timestamptz`,
      ]
    : []
  const branch = (condition?: RawBuilder<unknown>) => {
    const all = [sql`${tenant} = ${tenantId}::uuid`, ...(condition ? [condition] : []), ...within(range, time), ...behind]
    return sql`select ${log.columns} from ${log.from} where ${sql.join(all, sql` and `)} order by ${orders[direction]} limit ${count}`
  }
  if (leading.length <= 1) return branch(leading[0])
  const branches = leading.map((condition) => sql`(${branch(condition)})`)
  return sql`select * from (${sql.join(branches, sql` union all `)}) branch order by ${keyOf(log).orders[direction]} limit ${count}`
}
