import { type RawBuilder, sql } from 'kysely'

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

/** ISO 8601 in UTC with microseconds. */
export const textOf = (time: RawBuilder<unknown>) => sql`to_char(${time} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`
export const timeText = textOf(sql`occurred_at`)

/** The conditions of a range on the time of entries. */
export function within({ from, until }: Range, time: RawBuilder<unknown> = sql`occurred_at`): RawBuilder<unknown>[] {
  return [
    ...(from === undefined ? [] : [sql`${time} >= ${from}::timestamptz`]),
    ...(until === undefined ? [] : [sql`${time} < ${until}::timestamptz`]),
  ]
}

/** The columns that decide the order, of the table or of the rows read from it. */
export function keyOf({ time = 'occurred_at', id }: LogTable, alias?: string) {
  const named = (name: string) => sql.ref(alias === undefined ? name : `${alias}.${name}`)
  const key = { tenant: named('tenant_id'), time: named(time), id: named(id) }
  const orders = { older: sql`${key.time} desc, ${key.id} desc`, newer: sql`${key.time}, ${key.id}` }
  return { ...key, orders }
}
