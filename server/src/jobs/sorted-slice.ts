import { type RawBuilder, sql } from 'kysely'
import { examinedValues } from '@steward/contract/jobs/constants'
import { type Slice, within } from '../db/log-slice.ts'
import { type TenantTransaction, tenantIdOf } from '../db/tenant.ts'
import type { SortedPlan } from './filter.ts'
import { type JobRow, columnsOf } from './job-row.ts'
import type { SortColumn, SortedPage, SortedPosition } from './sort.ts'

/** A slice of the list by a column. */
export type SortedSlice = Omit<Slice<JobRow>, 'examinedTo'> & { examinedTo: SortedPosition | undefined }

/** What comes before all times, and after them. */
const never = { first: '0001-01-01T00:00:00.000000Z', last: '9999-12-31T23:59:59.999999Z' }

const at = sql`to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`

/**
 * The jobs behind a position in the list by a column, with the newest first for each of its values: it walks the values, and the
 * index of the column for each of them, and compares at most `examined` jobs of at most 1,000 values.
 * @param values in the order of the list; undefined to step through those of the index
 */
export async function readSortedSlice(
  tx: TenantTransaction,
  { column, isDescending, values }: { column: SortColumn; isDescending: boolean; values: readonly (string | null)[] | undefined },
  plan: SortedPlan,
  page: SortedPage & { examined: number },
): Promise<SortedSlice> {
  const { isBackward, limit } = page
  const walked = values
    ? given(column, isBackward ? values.toReversed() : values, page)
    : stepped(tenantIdOf(tx), column, page, isDescending !== isBackward)
  const isCompared = plan.others.length > 0
  const candidates = candidatesOf(tenantIdOf(tx), column, walked, plan, { ...page, count: isCompared ? page.examined : limit + 1 })
  const order = isBackward ? sql`place, created_at, job_id` : sql`place, created_at desc, job_id desc`
  // The candidates come in the order of the list: the first that match are the page, and no more are read. `offset 0` keeps that order:
  // PostgreSQL could join the tags of all candidates instead.
  const compared = isCompared
    ? sql`(select *, (${sql.join(plan.others, sql` and `)}) as is_match from (${candidates}) candidate offset 0)`
    : sql`(${candidates})`
  const { rows } = await sql<JobRow>`
    ${walked.steps} select * from (
      select ${at} as at, place, ${columnsOf('candidate')} from ${compared} candidate
       ${isCompared ? sql`where is_match` : sql``}
       limit ${limit + 1}) found
     order by ${order}`.execute(tx)
  if (rows.length > limit) return { rows: rows.slice(0, limit), hasMore: true, examinedTo: undefined }
  const last = isCompared
    ? await sql<SortedPosition>`
        ${walked.steps} select ${sql.ref(column)} as value, ${at} as at, job_id as id from (${candidates}) candidate
         offset ${page.examined - 1} limit 1`.execute(tx)
    : undefined
  return { rows, hasMore: false, examinedTo: last?.rows[0] ?? (await lastStep(tx, walked, isBackward)) }
}

interface Walked {
  /** `value`, `place` in the order of walking, `is_start` for the one of the position. */
  source: RawBuilder<unknown>
  /** The common table expression behind it. */
  steps: RawBuilder<unknown>
  isStepped: boolean
}

const typeOf = (column: SortColumn) => (column === 'resource_group_id' ? sql`uuid` : sql`text`)

/** Values that are known, from the one of the position. */
function given(column: SortColumn, values: readonly (string | null)[], { from }: SortedPage): Walked {
  // A value that is not there any more: the list begins again.
  const start = from ? values.indexOf(from.value) : -1
  const left = values.slice(Math.max(start, 0))
  return {
    source: sql`(select value, place, ${start >= 0} and place = 1 as is_start
                   from unnest(${left}::${typeOf(column)}[]) with ordinality as given (value, place))`,
    steps: sql``,
    isStepped: false,
  }
}

/** A step through the index for each value. Jobs without a reason come last. */
function stepped(tenantId: string, column: SortColumn, { from, isBackward }: SortedPage, isDescending: boolean): Walked {
  const name = sql.ref(column)
  const hasNone = column === 'reason'
  const present = hasNone ? sql`reason <> ''` : sql`true`
  const next = (condition: RawBuilder<unknown>) =>
    sql`select ${name} as value from job where tenant_id = ${tenantId}::uuid and ${present} and ${condition}
         order by ${name} ${isDescending ? sql`desc` : sql`asc`} limit 1`
  const isAtNone = hasNone && from?.value === ''
  const first =
    from && !isAtNone
      ? sql`select ${from.value}::text, 1, true`
      : sql`select value, 1, false from (${next(sql`${!isAtNone || isBackward}`)}) first`
  const none = sql`select '' as value, ${isBackward ? 0 : examinedValues + 1} as place, ${isAtNone} as is_start`
  const withNone = hasNone && (!isBackward || isAtNone || from === undefined)
  const parts = [...(withNone && isBackward ? [none] : []), sql`select * from step`, ...(withNone && !isBackward ? [none] : [])]
  return {
    source: sql`(${sql.join(parts, sql` union all `)})`,
    steps: sql`
      with recursive step (value, place, is_start) as (
        (${first})
        union all
        select next.value, step.place + 1, false
          from step cross join lateral (${next(sql`${name} ${isDescending ? sql`<` : sql`>`} step.value`)}) next
         where step.place < ${examinedValues})`,
    isStepped: true,
  }
}

function candidatesOf(
  tenantId: string,
  column: SortColumn,
  { source }: Walked,
  { range }: SortedPlan,
  { from, isBackward, count }: SortedPage & { count: number },
): RawBuilder<unknown> {
  const behind = from
    ? [
        sql`(j.created_at, j.job_id) ${isBackward ? sql`>` : sql`<`}
            (case when walked.is_start then ${from.at}::timestamptz else ${isBackward ? sql`'-infinity'` : sql`'infinity'`}::timestamptz end,
             case when walked.is_start then ${from.id} else '' end)`,
      ]
    : []
  const order = isBackward ? sql`j.created_at, j.job_id` : sql`j.created_at desc, j.job_id desc`
  const branch = (condition: RawBuilder<unknown>) => {
    const all = [sql`j.tenant_id = ${tenantId}::uuid`, condition, ...within(range, sql`j.created_at`), ...behind]
    return sql`select ${columnsOf('j')} from job j where ${sql.join(all, sql` and `)} order by ${order} limit ${count}`
  }
  const name = sql.ref(`j.${column}`)
  const same = sql`${name} = walked.value`
  // What most jobs have in common is not in the index of the column.
  const [present, none] =
    column === 'reason'
      ? [sql`walked.value <> '' and j.reason <> ''`, sql`walked.value = '' and j.reason = ''`]
      : [sql`walked.value is not null`, sql`walked.value is null and j.resource_group_id is null`]
  const isSplit = column === 'reason' || column === 'resource_group_id'
  const found = isSplit ? sql`(${branch(sql`${present} and ${same}`)}) union all (${branch(none)})` : branch(same)
  return sql`select walked.place, j.* from ${source} walked cross join lateral (${found}) j limit ${count}`
}

/** Where stepping stopped: behind all jobs of the last value. */
async function lastStep(tx: TenantTransaction, { steps, isStepped }: Walked, isBackward: boolean): Promise<SortedPosition | undefined> {
  if (!isStepped) return undefined
  const { rows } = await sql<{ value: string }>`${steps} select value from step where place = ${examinedValues}`.execute(tx)
  const [last] = rows
  return last && { value: last.value, at: isBackward ? never.last : never.first, id: '0' }
}
