import { type RawBuilder, sql } from 'kysely'
import { type Level, readRunSlice } from './log-runs.ts'
import { type Direction, type LogTable, type Position, type Range, type Slice, keyOf, textOf, within } from './log-table.ts'
import { type TenantTransaction, tenantIdOf } from './tenant.ts'

export { timeText, within } from './log-table.ts'
export type { Direction, LogTable, Position, Range, Slice } from './log-table.ts'

/** A filter in two parts: `leading` is looked up in an index, `others` are compared with each entry found there. */
export interface Plan {
  range: Range
  /** Each of them has an index in the order of time. Empty: the whole log. */
  leading: RawBuilder<unknown>[]
  others: RawBuilder<unknown>[]
  /** Of an index that has columns before the time; it is read instead of those of `leading`. */
  levels?: readonly Level[]
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
  if (plan.levels) return readRunSlice<Row>(tx, log, { ...plan, levels: plan.levels }, page)
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
