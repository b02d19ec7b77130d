import { type RawBuilder, sql } from 'kysely'
import type { QueryOf } from '@steward/contract/http'
import type { exportJobs } from '@steward/contract/jobs/endpoints'
import type { LogTable, Plan } from '../db/log-slice.ts'
import { rangeOf } from '../http/log-paging.ts'
import type { Visibility } from './visibility.ts'

export type JobFilter = QueryOf<typeof exportJobs>

/** How the jobs of a filter are found. */
export interface JobPlan extends Plan {
  /** Through the tags of jobs, where these lead. */
  isByTag: boolean
}

/** More values than this are compared instead of looked up one by one. */
const mostBranches = 20

const waiting: ReadonlySet<string> = new Set(['Pending', 'Queued', 'Running'])

interface Choice {
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

/**
 * The most selective filter leads; the others are compared. Few jobs wait or run, and few have a tag.
 * @throws invalid_request
 */
export function planOf(filter: JobFilter, visibility: Visibility, { tenantId, now }: { tenantId: string; now: Date }): JobPlan {
  const range = rangeOf(filter, now)
  const resourceGroups = resourceGroupsOf(visibility, given(filter.resourceGroupId))
  if (resourceGroups?.length === 0) return { range, leading: [sql`false`], others: [], isByTag: false }
  const status = given(filter.status)
  const choices: (Choice & { isByTag?: boolean })[] = [
    ...choiceOf(status?.every((one) => waiting.has(one)) ? 0 : 5, 'status', 'text', status),
    ...tagChoice(tenantId, given(filter.tagId)),
    ...choiceOf(2, 'created_by', 'text', given(filter.createdBy)),
    ...choiceOf(3, 'resource_group_id', 'uuid', resourceGroups),
    ...choiceOf(4, 'operation', 'text', given(filter.operation)),
    ...choiceOf(6, 'product_code', 'text', given(filter.productCode)),
  ].toSorted((a, b) => a.rank - b.rank)
  const [first, ...rest] = choices
  const others = rest.map(({ other }) => other)
  if (filter.search) {
    // Lowers the case of one text for each job, where `ilike` would do it for each column and for the pattern.
    const text = sql`concat_ws(e'\\n', job_id, workflow_id, workflow_name, created_by, operation, reason)`
    others.push(sql`strpos(lower(${text}), lower(${filter.search})) > 0`)
  }
  return { range, leading: first?.leading ?? [], others, isByTag: first?.isByTag ?? false }
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
