import { type RawBuilder, sql } from 'kysely'
import type { QueryOf } from '@steward/contract/http'
import type { exportJobs } from '@steward/contract/jobs/endpoints'
import { type LogTable, type Plan, type Range, within } from '../db/log-slice.ts'
import { type TenantTransaction, tenantIdOf } from '../db/tenant.ts'
import { rangeOf } from '../http/log-paging.ts'
import type { OrderedIndex } from './common-slice.ts'
import type { SortColumn } from './sort.ts'
import type { Visibility } from './visibility.ts'

export type JobFilter = QueryOf<typeof exportJobs>

/** How the jobs of a filter are found. */
export interface JobPlan extends Plan {
  /** Through the tags of jobs, where these lead. */
  isByTag: boolean
  /** Of a tag and another filter that are about as frequent: what both find, without comparing jobs. */
  common?: readonly [OrderedIndex, OrderedIndex]
}

/** More values than this are compared instead of looked up one by one. */
const mostBranches = 20

const waiting: ReadonlySet<string> = new Set(['Pending', 'Queued', 'Running'])

interface Choice {
  column: string
  /** Lower is more selective. */
  rank: number
  leading: RawBuilder<unknown>[]
  other: RawBuilder<unknown>
}

/** The values of a column: each is looked up, or all are compared. */
function choiceOf(rank: number, column: string, type: 'text' | 'uuid', values: readonly string[] | undefined): Choice[] {
  if (values === undefined) return []
  const distinct = [...new Set(values)]
  return [
    {
      column,
      rank: distinct.length > mostBranches ? rank + 10 : rank,
      leading: distinct.map((value) => sql`j.${sql.ref(column)} = ${value}::${sql.raw(type)}`),
      other: sql`${sql.ref(column)} = any(${distinct}::${sql.raw(type)}[])`,
    },
  ]
}

const given = <T>(values: readonly T[] | undefined): readonly T[] | undefined => (values?.length ? values : undefined)

/** Each tag finds the jobs that no earlier tag has found. */
function tagChoice(tenantId: string, tagIds: readonly string[] | undefined): (Choice & { isByTag: true })[] {
  if (tagIds === undefined) return []
  const distinct = [...new Set(tagIds)]
  const tagged = (job: RawBuilder<unknown>, ids: readonly string[]) =>
    sql`exists (select from job_tag t where t.tenant_id = ${tenantId}::uuid and t.job_id = ${job} and t.tag_id = any(${ids}::uuid[]))`
  return [
    {
      column: 'tag_id',
      isByTag: true,
      rank: distinct.length > mostBranches ? 20 : 1,
      leading: distinct.map((tagId, index) => {
        const own = sql`jt.tag_id = ${tagId}::uuid`
        return index === 0 ? own : sql`${own} and not ${tagged(sql`jt.job_id`, distinct.slice(0, index))}`
      }),
      other: tagged(sql`candidate.job_id`, distinct),
    },
  ]
}

/** The resource groups to look at: those asked for that the caller sees. Undefined for all jobs. */
function resourceGroupsOf(visibility: Visibility, asked: readonly string[] | undefined): readonly string[] | undefined {
  const lower = asked?.map((id) => id.toLowerCase())
  if (visibility.all) return lower
  return lower === undefined ? visibility.resourceGroupIds : lower.filter((id) => visibility.resourceGroupIds.includes(id))
}

interface Planned {
  tenantId: string
  now: Date
  /** How long ago the jobs of each filter began, as `readAges` tells. */
  ages?: ReadonlyMap<string, number>
  isId?: IsId
}

/** The jobs with this id, and those of the workflow with it that have another one. */
const withId = (id: string) => [sql`j.job_id = ${id}::text`, sql`j.workflow_id = ${id}::text and j.job_id <> ${id}::text`]

/** Jobs of a value that tell how frequent it is. */
const sampled = 200

/**
 * Seconds since the sampled job, counted from the newest, of each filter: the longer, the fewer jobs it finds. Undefined without a
 * choice.
 */
export async function readAges(
  tx: TenantTransaction,
  filter: JobFilter,
  visibility: Visibility,
  now: Date,
): Promise<ReadonlyMap<string, number> | undefined> {
  const tenantId = tenantIdOf(tx)
  const choices = choicesOf(filter, visibility, tenantId)
  if (choices === undefined || choices.length < 2 || choices.some(({ leading }) => leading.length > mostBranches)) return undefined
  const range = rangeOf(filter, now)
  const ages = choices.map(({ column, leading, isByTag }) => {
    const log = isByTag ? { from: sql`job_tag jt`, alias: 'jt' } : { from: sql`job j`, alias: 'j' }
    const time = sql.ref(`${log.alias}.created_at`)
    // Of several values, their frequencies add up.
    const rates = leading.map((condition) => {
      const all = [sql`${sql.ref(`${log.alias}.tenant_id`)} = ${tenantId}::uuid`, condition, ...within(range, time)]
      return sql`coalesce((select ${sampled} / greatest(1, extract(epoch from ${now}::timestamptz - ${time})) from ${log.from}
                           where ${sql.join(all, sql` and `)} order by ${time} desc offset ${sampled} limit 1), 1e-9)`
    })
    return sql`select ${column}::text as column, (1 / (${sql.join(rates, sql` + `)}))::float8 as age`
  })
  const { rows } = await sql<{ column: string; age: number }>`${sql.join(ages, sql` union all `)}`.execute(tx)
  return new Map(rows.map(({ column, age }) => [column, age]))
}

type RankedChoice = Choice & { isByTag?: true }

/** The filters with an index, those first that usually find fewer jobs. Undefined where the caller sees none of the resource groups. */
function choicesOf(filter: JobFilter, visibility: Visibility, tenantId: string): readonly RankedChoice[] | undefined {
  const resourceGroups = resourceGroupsOf(visibility, given(filter.resourceGroupId))
  if (resourceGroups?.length === 0) return undefined
  const status = given(filter.status)
  return [
    ...choiceOf(status?.every((one) => waiting.has(one)) ? 0 : 5, 'status', 'text', status),
    ...tagChoice(tenantId, given(filter.tagId)),
    ...choiceOf(2, 'created_by', 'text', given(filter.createdBy)),
    ...choiceOf(3, 'resource_group_id', 'uuid', resourceGroups),
    ...choiceOf(4, 'operation', 'text', given(filter.operation)),
    ...choiceOf(6, 'product_code', 'text', given(filter.productCode)),
  ].toSorted((a, b) => a.rank - b.rank)
}

/**
 * The most selective filter leads; the others are compared. Few jobs wait or run, and few have a tag.
 * @throws invalid_request
 */
export function planOf(filter: JobFilter, visibility: Visibility, { tenantId, now, ages, isId = false }: Planned): JobPlan {
  const range = rangeOf(filter, now)
  const choices = choicesOf(filter, visibility, tenantId)
  if (choices === undefined) return { range, leading: [sql`false`], others: [], isByTag: false }
  if (isId === true && filter.search)
    return { range, leading: withId(filter.search), others: choices.map(({ other }) => other), isByTag: false }
  const [first, ...rest] = ages ? choices.toSorted((a, b) => (ages.get(b.column) ?? 0) - (ages.get(a.column) ?? 0)) : choices
  const others = [...rest.map(({ other }) => other), ...searched(filter, isId)]
  const common = first && others.length === 1 && rest[0] ? commonOf([first, rest[0]], ages) : undefined
  return { range, leading: first?.leading ?? [], others, isByTag: first?.isByTag ?? false, ...(common && { common }) }
}

/** Up to this many entries of the more frequent filter are read for one of the other: looking up a job costs about as much. */
const mostPerEntry = 20

/** The indexes of a tag and one value of another filter, neither of which is much more frequent. */
function commonOf(pair: readonly [RankedChoice, RankedChoice], ages: Planned['ages']): JobPlan['common'] {
  const [rare, frequent] = pair
  if (ages === undefined || rare.isByTag === frequent.isByTag) return undefined
  if ((ages.get(rare.column) ?? 0) > mostPerEntry * (ages.get(frequent.column) ?? 0)) return undefined
  const [first, second] = pair.map(({ leading, isByTag = false }) =>
    leading.length === 1 && leading[0] ? { isByTag, condition: leading[0] } : undefined,
  )
  return first && second && [first, second]
}

/** Whether what is searched for is the id of a job or a workflow that the caller sees: then it finds these alone. */
export type IsId = boolean | RawBuilder<unknown>

function searched({ search }: JobFilter, isId: IsId): RawBuilder<unknown>[] {
  if (!search) return []
  const sameId = sql`(job_id = ${search}::text or workflow_id is not distinct from ${search}::text)`
  if (isId === true) return [sameId]
  const text = sql`concat_ws(e'\\n', job_id, workflow_id, workflow_name, created_by, operation, reason)`
  // Lowers the case of one text for each job, where `ilike` would do it for each column and for the pattern; and only that of the
  // letters from a to z, where others can't be equal.
  const isPlain = /^[ -~]*$/.test(search)
  const part = isPlain
    ? sql`strpos(lower(${text} collate "C"), ${search.toLowerCase()}::text) > 0`
    : sql`strpos(lower(${text}), lower(${search}::text)) > 0`
  return [isId === false ? part : sql`(${sameId} or (not ${isId} and ${part}))`]
}

/** A filter for a list by the values of a column: all filters are compared. */
export interface SortedPlan {
  range: Range
  /** The values of the column to look at; undefined for all. */
  values: readonly string[] | undefined
  others: RawBuilder<unknown>[]
}

/**
 * Undefined where the caller sees none of the jobs.
 * @throws invalid_request
 */
export function sortedPlanOf(
  filter: JobFilter,
  visibility: Visibility,
  { tenantId, now, column, isId }: { tenantId: string; now: Date; column: SortColumn; isId: boolean },
): SortedPlan | undefined {
  const range = rangeOf(filter, now)
  const choices = choicesOf(filter, visibility, tenantId)
  if (choices === undefined) return undefined
  const valuesOf: Partial<Record<SortColumn, readonly string[] | undefined>> = {
    status: given(filter.status),
    created_by: given(filter.createdBy),
    resource_group_id: resourceGroupsOf(visibility, given(filter.resourceGroupId)),
    operation: given(filter.operation),
    product_code: given(filter.productCode),
  }
  const others = choices.filter((choice) => choice.column !== column).map(({ other }) => other)
  return { range, values: valuesOf[column], others: [...others, ...searched(filter, isId)] }
}

/** The log that a plan reads, with these columns of jobs. */
export function logOf(tenantId: string, { isByTag }: JobPlan, names: readonly string[]): LogTable {
  const alias = isByTag ? 'jt' : 'j'
  // Of the index that is walked: only then the rows are known to be in its order.
  const ordered: ReadonlySet<string> = new Set(['created_at', 'job_id'])
  return {
    // `offset 0` keeps that order: each job of a tag is looked up only when it is compared.
    from: isByTag
      ? sql`job_tag jt cross join lateral (select * from job where tenant_id = ${tenantId}::uuid and job_id = jt.job_id offset 0) j`
      : sql`job j`,
    alias,
    time: 'created_at',
    id: 'job_id',
    idType: 'text',
    columns: sql.join(names.map((name) => sql.ref(`${ordered.has(name) ? alias : 'j'}.${name}`))),
    chosen: sql.join(names.map((name) => sql.ref(name))),
  }
}
