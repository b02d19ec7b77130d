import { type RawBuilder, sql } from 'kysely'
import { type Direction, type LogTable, type Position, type Range, type Slice, keyOf, textOf, within } from './log-table.ts'
import { type TenantTransaction, tenantIdOf } from './tenant.ts'

/** Reads logs through indexes with columns between the tenant and the time. */

/** Such a column. */
export interface Level {
  column: string
  type: 'text' | 'uuid' | 'inet'
  /** Those asked for; undefined: all that there are. */
  values: readonly string[] | undefined
  /** Of a first level: other indexes begin with this column, too. */
  isShared?: true
}

/** A value for each level. The index has the entries with these values in the order of time. */
type Run = readonly string[]

export interface RunPlan {
  range: Range
  levels: readonly Level[]
  /** Compared with each entry. */
  others: readonly RawBuilder<unknown>[]
}

export interface RunPage {
  from: Position | undefined
  direction: Direction
  limit: number
  /** Entries to compare at most. */
  examined: number
}

/** The first part of the entries to compare: mostly it has a page, and comparing them all costs much more. */
const firstPart = 1_000
/** With more entries to read than this, it is found out first which of them are too old. */
const worthBound = 5_000

/** As `readLogSlice`, by the runs of an index. What isn't compared is found in the same time however many entries there are. */
export async function readRunSlice<Row extends { at: string }>(
  tx: TenantTransaction,
  log: LogTable,
  plan: RunPlan,
  page: RunPage,
): Promise<Slice<Row>> {
  const wanted = page.limit + 1
  const runs = await readRuns(tx, log, plan.levels, narrowed(plan.range, page))
  const found: Position[] = []
  let examinedTo: Position | undefined
  const parts =
    plan.others.length === 0 ? [wanted] : [Math.min(firstPart, page.examined), page.examined - firstPart].filter((count) => count > 0)
  for (const count of parts) {
    const part = await findPositions(
      tx,
      log,
      { ...plan, runs },
      { from: examinedTo ?? page.from, direction: page.direction, count, wanted: wanted - found.length },
    )
    found.push(...part.positions)
    examinedTo = part.examinedTo
    if (found.length === wanted || examinedTo === undefined) break
  }
  const hasMore = found.length === wanted
  const rows = await readAt<Row>(tx, log, found.slice(0, page.limit), page.direction)
  return { rows, hasMore, examinedTo: hasMore || plan.others.length === 0 ? undefined : examinedTo }
}

/** Positions of the entries behind another, as `readRunSlice` finds them. */
export async function readPositions(
  tx: TenantTransaction,
  log: LogTable,
  { range, levels }: Pick<RunPlan, 'range' | 'levels'>,
  page: Pick<RunPage, 'from' | 'direction' | 'limit'>,
): Promise<Position[]> {
  const runs = await readRuns(tx, log, levels, narrowed(range, page))
  const part = { ...page, count: page.limit, wanted: page.limit }
  return (await findPositions(tx, log, { range, levels, runs, others: [] }, part)).positions
}

/** The range behind a position. */
const narrowed = ({ from, until }: Range, { from: position, direction }: Pick<RunPage, 'from' | 'direction'>): Range =>
  position === undefined ? { from, until } : direction === 'older' ? { from, until: position.at } : { from: position.at, until }

/** The runs that have entries in the months of a range, and those asked for in all their levels. */
async function readRuns(tx: TenantTransaction, log: LogTable, levels: readonly Level[], range: Range): Promise<Run[]> {
  const tenantId = tenantIdOf(tx)
  const { tenant, time } = keyOf(log)
  // Whole months, which are partitions: the time of an entry doesn't matter within them.
  const inMonths = [sql`${tenant} = ${tenantId}::uuid`, ...within(monthsOf(range), time)]
  const steps = levels.map(({ column, type, values }, index) => {
    const run = sql.ref(`run${index}`)
    if (values !== undefined) return sql`(select distinct value from unnest(${values}::${sql.raw(type)}[]) as given (value)) as ${run}`
    const fixed = levels.slice(0, index).map((before, place) => sql`${sql.ref(before.column)} = ${sql.ref(`run${place}.value`)}`)
    const next = (more: readonly RawBuilder<unknown>[]) =>
      sql`select ${sql.ref(column)} from ${log.from} where ${sql.join([...inMonths, ...fixed, ...more], sql` and `)}
           order by ${sql.ref(column)} limit 1`
    return sql`lateral (
      with recursive step (value) as (
        (${next([])}) union all select (${next([sql`${sql.ref(column)} > step.value`])}) from step where step.value is not null
      ) select value from step where value is not null) as ${run}`
  })
  const values = levels.map((_, index) => sql`${sql.ref(`run${index}.value`)}::text`)
  const { rows } = await sql<{ run: Run }>`select array[${sql.join(values)}] as run from ${sql.join(steps, sql` cross join `)}`.execute(tx)
  return rows.map(({ run }) => run)
}

function monthsOf({ from, until }: Range): Range {
  const month = (time: string, more: number) => {
    const date = new Date(time)
    return new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + more)).toISOString()
  }
  return { from: from === undefined ? undefined : month(from, 0), until: until === undefined ? undefined : month(until, 1) }
}

interface Part {
  positions: Position[]
  /** The last entry of the part, if there were as many as it could have. */
  examinedTo: Position | undefined
}

/** Positions of the next `count` entries of the runs: all of them, or those that match the others, `wanted` at most. */
async function findPositions(
  tx: TenantTransaction,
  log: LogTable,
  plan: RunPlan & { runs: readonly Run[] },
  part: { from: Position | undefined; direction: Direction; count: number; wanted: number },
): Promise<Part> {
  if (plan.runs.length === 0) return { positions: [], examinedTo: undefined }
  const { rows } = await sql<Position & { isMatch: boolean; isLast: boolean }>`
    with candidate as materialized (${candidatesOf(tenantIdOf(tx), log, plan, part)}),
         entry as (select *, row_number() over (order by ${ordered(part.direction)}) = ${part.count}::int as is_last from candidate)
    select ${textOf(sql`found_at`)} as at, found_id as id, is_match as "isMatch", is_last as "isLast" from (
      (select * from entry where is_match order by ${ordered(part.direction)} limit ${part.wanted})
      union (select * from entry where is_last)) entry
     order by ${ordered(part.direction)}`.execute(tx)
  const positions = rows.filter((row) => row.isMatch).slice(0, part.wanted)
  const last = rows.find((row) => row.isLast)
  return { positions: positions.map(({ at, id }) => ({ at, id })), examinedTo: last && { at: last.at, id: last.id } }
}

const ordered = (direction: Direction) => (direction === 'older' ? sql`found_at desc, found_id desc` : sql`found_at, found_id`)

/** The next entries of all runs together, as `found_at` and `found_id`, each run read in the order of its index. */
function candidatesOf(
  tenantId: string,
  log: LogTable,
  { range, levels, runs, others }: RunPlan & { runs: readonly Run[] },
  { from, direction, count }: { from: Position | undefined; direction: Direction; count: number },
): RawBuilder<unknown> {
  const { tenant, time, id } = keyOf(log)
  const isOlder = direction === 'older'
  // A shared column is compared on its own and not in the order: PostgreSQL would read another index that begins with it, and sort.
  const alone = levels[0]?.isShared && levels.length > 1 ? 1 : 0
  const equal = levels.slice(0, alone).map(({ column }, index) => sql`${sql.ref(column)} = ${sql.ref(`run.value${index}`)}`)
  const columns = levels.slice(alone).map(({ column }) => sql.ref(column))
  const values = columns.map((_, index) => sql.ref(`run.value${index + alone}`))
  const way = isOlder ? sql` desc` : sql``
  // Compared as a row, these have the form of the index: no other one is considered.
  const compared = (sign: string, more: RawBuilder<unknown>[] = [], moreValues: RawBuilder<unknown>[] = []) =>
    sql`(${sql.join([...columns, ...more])}) ${sql.raw(sign)} (${sql.join([...values, ...moreValues])})`
  const atTime = (sign: string, value: RawBuilder<unknown>) => compared(sign, [time], [value])
  const [position, sign] = [from, isOlder ? '<' : '>']
  const limits = {
    first: range.from === undefined ? compared('>=') : atTime('>=', sql`${range.from}::timestamptz`),
    last: range.until === undefined ? compared('<=') : atTime('<', sql`${range.until}::timestamptz`),
  }
  const start = position
    ? compared(sign, [time, id], [sql`${position.at}::timestamptz`, sql`${position.id}::${sql.raw(log.idType ?? 'uuid')}`])
    : limits[isOlder ? 'last' : 'first']
  // Also on their own: they prune partitions.
  const times = [...within(range, time), ...(position ? [sql`${time} ${sql.raw(`${sign}=`)} ${position.at}::timestamptz`] : [])]
  const next = (limit: number, what: RawBuilder<unknown>, end: RawBuilder<unknown>) => {
    const all = [sql`${tenant} = ${tenantId}::uuid`, ...equal, ...times, start, end]
    return sql`
      from unnest(${sql.join(levels.map(({ type }, index) => sql`${runs.map((run) => run[index])}::${sql.raw(type)}[]`))})
             as run (${sql.join(levels.map((_, index) => sql.ref(`value${index}`)))})
           cross join lateral (select ${what} from ${log.from} where ${sql.join(all, sql` and `)}
                                order by ${sql.join([...columns, time, id].map((column) => sql`${column}${way}`))} limit ${limit}) entry`
  }
  const match = others.length === 0 ? sql`true` : sql`(${sql.join(others, sql` and `)}) is true`
  const select = (end: RawBuilder<unknown>) =>
    sql`select entry.* ${next(count, sql`${time} as found_at, ${id} as found_id, ${match} as is_match`, end)}
         order by ${ordered(direction)} limit ${count}`
  const end = limits[isOlder ? 'first' : 'last']
  if (runs.length * count <= worthBound) return select(end)
  // Among a few entries of each run, the one behind which none of the next `count` entries can be. It marks the end of the
  // range: the index stops at one of two such conditions only. And with `coalesce` outside the subquery, row-level security keeps
  // it from the index.
  const few = Math.ceil((3 * count) / runs.length)
  const furthest = sql`select found_at ${next(few, sql`${time} as found_at`, end)} order by found_at${way} offset ${count - 1} limit 1`
  const otherwise = isOlder ? (range.from ?? '-infinity') : (range.until ?? 'infinity')
  return select(atTime(isOlder ? '>=' : '<=', sql`(select coalesce((${furthest}), ${otherwise}::timestamptz))`))
}

/** The entries at these positions. */
async function readAt<Row extends { at: string }>(
  tx: TenantTransaction,
  log: LogTable,
  positions: readonly Position[],
  direction: Direction,
): Promise<Row[]> {
  const [first, last] = [positions[0], positions.at(-1)]
  if (!first || !last) return []
  const [oldest, newest] = direction === 'older' ? [last, first] : [first, last]
  const { tenant, time, id } = keyOf(log)
  const { rows } = await sql<Row>`
    select ${textOf(time)} as at, ${log.columns}
      from unnest(${positions.map(({ at }) => at)}::timestamptz[], ${positions.map((position) => position.id)}::${sql.raw(log.idType ?? 'uuid')}[])
             as found (found_at, found_id)
           join ${log.from} on ${tenant} = ${tenantIdOf(tx)}::uuid and ${time} = found_at and ${id} = found_id
             and ${time} between ${oldest.at}::timestamptz and ${newest.at}::timestamptz
     order by ${ordered(direction)}`.execute(tx)
  return rows
}
