import { type RawBuilder, sql } from 'kysely'
import { type Direction, type Position, type Range, type Slice, textOf, within } from '../db/log-table.ts'
import { type TenantTransaction, tenantIdOf } from '../db/tenant.ts'
import { type JobRow, columnsOf } from './job-row.ts'

/** An index in the order of time, of jobs or of their tags. */
export interface OrderedIndex {
  isByTag: boolean
  /** For the alias `j`, or `jt` of tags. */
  condition: RawBuilder<unknown>
}

/** Whether PostgreSQL can join otherwise than by merging, for the statements of the transaction that are planned next. */
const joinsOtherwise = (setting: 'on' | 'off') =>
  sql`set_config('enable_nestloop', ${setting}, true) || set_config('enable_hashjoin', ${setting}, true)`

/** The jobs that two indexes have in common, which costs a small part of looking up each job of one in the other. */
export async function readCommonSlice(
  tx: TenantTransaction,
  indexes: readonly [OrderedIndex, OrderedIndex],
  {
    range,
    from,
    direction,
    limit,
    examined,
  }: { range: Range; from: Position | undefined; direction: Direction; limit: number; examined: number },
): Promise<Slice<JobRow>> {
  const tenantId = tenantIdOf(tx)
  const isOlder = direction === 'older'
  const order = isOlder ? sql`created_at desc, job_id desc` : sql`created_at, job_id`
  const behind = from ? [sql`(created_at, job_id) ${isOlder ? sql`<` : sql`>`} (${from.at}::timestamptz, ${from.id}::text)`] : []
  const entries = ({ isByTag, condition }: OrderedIndex) => {
    const all = [sql`tenant_id = ${tenantId}::uuid`, condition, ...within(range, sql`created_at`), ...behind]
    return sql`select created_at, job_id from ${isByTag ? sql`job_tag jt` : sql`job j`} where ${sql.join(all, sql` and `)} order by ${order}`
  }
  const [first, second] = indexes.map((index) => sql`(${entries(index)} limit ${examined})`)
  // Only a merge join reads both indexes once, in their order, and stops when the page is full; PostgreSQL would rather look up.
  await sql`select ${joinsOtherwise('off')}`.execute(tx)
  const common = await sql<{ id: string }>`
    select job_id as id from ${first} one join ${second} other using (created_at, job_id)
     where (select ${joinsOtherwise('on')}) is not null order by ${order} limit ${limit + 1}`.execute(tx)
  const { rows } = await sql<JobRow>`
    select ${textOf(sql`j.created_at`)} as at, ${columnsOf('j')}
      from job j where tenant_id = ${tenantId}::uuid and job_id = any(${common.rows.map(({ id }) => id)}::text[])
     order by ${isOlder ? sql`j.created_at desc, j.job_id desc` : sql`j.created_at, j.job_id`}`.execute(tx)
  if (rows.length > limit) return { rows: rows.slice(0, limit), hasMore: true, examinedTo: undefined }
  // Jobs are found as far as both lists reach.
  const ends = indexes.map((index) => sql`(${entries(index)} offset ${examined - 1} limit 1)`)
  const reached = await sql<Position>`
    select ${textOf(sql`created_at`)} as at, job_id as id from (${sql.join(ends, sql` union all `)}) entry order by ${order} limit 1`.execute(
    tx,
  )
  return { rows, hasMore: false, examinedTo: reached.rows[0] }
}
