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

/** A log: its table, the key beside the time, and the columns to read. */
export interface LogTable {
  table: 'audit_entry' | 'system_log'
  id: string
  columns: RawBuilder<unknown>
  /** The same columns, of the rows that `columns` selected; if those are expressions. */
  chosen?: RawBuilder<unknown>
}

export const timeText = sql`to_char(occurred_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`

/** The conditions of a range on `occurred_at`. */
export function within({ from, until }: Range): RawBuilder<unknown>[] {
  return [
    ...(from === undefined ? [] : [sql`occurred_at >= ${from}::timestamptz`]),
    ...(until === undefined ? [] : [sql`occurred_at < ${until}::timestamptz`]),
  ]
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
  const id = sql.ref(log.id)
  const order = page.direction === 'older' ? sql`occurred_at desc, ${id} desc` : sql`occurred_at, ${id}`
  const candidates = candidatesOf(tenantIdOf(tx), log, plan, { ...page, order, count: isCompared ? page.examined : page.limit + 1 })
  const { rows } = await sql<Row>`
    select ${timeText} as at, ${log.chosen ?? log.columns} from (${candidates}) candidate
     ${isCompared ? sql`where ${sql.join(plan.others, sql` and `)}` : sql``}
     order by ${order} limit ${page.limit + 1}`.execute(tx)
  const hasMore = rows.length > page.limit
  if (hasMore || !isCompared) return { rows: rows.slice(0, page.limit), hasMore, examinedTo: undefined }
  const last = await sql<Position>`
    select ${timeText} as at, ${id} as id from (${candidates}) candidate order by ${order} offset ${page.examined - 1} limit 1`.execute(tx)
  return { rows, hasMore: false, examinedTo: last.rows[0] }
}

function candidatesOf(
  tenantId: string,
  { table, id, columns }: LogTable,
  { range, leading }: Plan,
  { from, direction, order, count }: { from: Position | undefined; direction: Direction; order: RawBuilder<unknown>; count: number },
): RawBuilder<unknown> {
  const behind = from
    ? [
        sql`(occurred_at, ${sql.ref(id)}) ${direction === 'older' ? sql`<` : sql`>`} (${from.at}::timestamptz, ${from.id}::uuid)`,
        // Also on its own: it prunes partitions.
        direction === 'older' ? sql`occurred_at <= ${from.at}::timestamptz` : sql`occurred_at >= ${from.at}::timestamptz`,
      ]
    : []
  const branch = (condition?: RawBuilder<unknown>) => {
    const all = [sql`tenant_id = ${tenantId}::uuid`, ...(condition ? [condition] : []), ...within(range), ...behind]
    return sql`select ${columns} from ${sql.table(table)} where ${sql.join(all, sql` and `)} order by ${order} limit ${count}`
  }
  if (leading.length <= 1) return branch(leading[0])
  const branches = leading.map((condition) => sql`(${branch(condition)})`)
  return sql`select * from (${sql.join(branches, sql` union all `)}) branch order by ${order} limit ${count}`
}
