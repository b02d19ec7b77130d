import { sql } from 'kysely'
import type { JobSection, JobTask } from '@steward/contract/jobs/schemas'
import { type Direction, type Position, type Slice, readLogSlice } from '../db/log-slice.ts'
import { type TenantTransaction, tenantIdOf } from '../db/tenant.ts'
import type { Row } from '../db/types.ts'
import { readCommonSlice } from './common-slice.ts'
import { type JobPlan, logOf } from './filter.ts'
import { type JobRow, columnsOf, jobColumnNames } from './job-row.ts'
import { type Visibility, isVisible, jobProductCode } from './visibility.ts'

/** The jobs behind a position that match a filter. */
export function readSlice(
  tx: TenantTransaction,
  plan: JobPlan,
  page: { from: Position | undefined; direction: Direction; limit: number; examined: number },
): Promise<Slice<JobRow>> {
  if (plan.common) return readCommonSlice(tx, plan.common, { ...page, range: plan.range })
  return readLogSlice<JobRow>(tx, logOf(tenantIdOf(tx), plan, jobColumnNames), plan, page)
}

/** Whether a job or a workflow that the caller sees has this id. */
export async function isIdOfJobs(tx: TenantTransaction, visibility: Visibility, id: string): Promise<boolean> {
  return (await findJobsById(tx, visibility, id, 1)).length > 0
}

/** What other tables know about a job. */
export interface JobContext {
  job_id: string
  resource_group_name: string | null
  user_id: string | null
  tags: { tagId: string; tagName: string; isActive: boolean }[]
  groups: { groupId: string; groupName: string }[]
}

/** What other tables know about jobs, in one statement for all of them. */
export async function readContexts(tx: TenantTransaction, jobs: readonly JobRow[]): Promise<ReadonlyMap<string, JobContext>> {
  if (jobs.length === 0) return new Map()
  const tenantId = tenantIdOf(tx)
  const { rows } = await sql<JobContext>`
    select job.job_id, rg.resource_group_name, u.user_id,
           (select coalesce(json_agg(json_build_object('tagId', t.tag_id, 'tagName', t.tag_name, 'isActive', t.is_active)
                                     order by t.tag_name_key), '[]'::json)
              from job_tag jt join tag t on t.tenant_id = jt.tenant_id and t.tag_id = jt.tag_id
             where jt.tenant_id = ${tenantId}::uuid and jt.job_id = job.job_id) as tags,
           (select coalesce(json_agg(json_build_object('groupId', g.group_id, 'groupName', g.group_name) order by g.group_name_key), '[]'::json)
              from job_group jg join user_group g on g.tenant_id = jg.tenant_id and g.group_id = jg.group_id
             where jg.tenant_id = ${tenantId}::uuid and jg.job_id = job.job_id) as groups
      from unnest(${jobs.map((job) => job.job_id)}::text[], ${jobs.map((job) => job.resource_group_id)}::uuid[],
                  ${jobs.map((job) => job.created_by)}::text[]) as job (job_id, resource_group_id, created_by)
           left join resource_group rg on rg.tenant_id = ${tenantId}::uuid and rg.resource_group_id = job.resource_group_id
           left join app_user u on u.tenant_id = ${tenantId}::uuid and u.username_key = lower(job.created_by)`.execute(tx)
  return new Map(rows.map((row) => [row.job_id, row]))
}

/** The last commands of jobs, newest first. */
export async function readCommands(tx: TenantTransaction, jobIds: readonly string[], eachAtMost: number) {
  if (jobIds.length === 0) return []
  const { rows } = await sql<Row<'job_command'>>`
    select c.* from unnest(${jobIds}::text[]) as job (job_id)
           cross join lateral (select * from job_command
                                where tenant_id = ${tenantIdOf(tx)}::uuid and job_id = job.job_id
                                order by position desc limit ${eachAtMost}) c`.execute(tx)
  return rows
}

/** Sections and tasks are as the contract took them. */
export type JobDetailsRow = JobRow & { sections: JobSection[]; tasks: JobTask[] }

/** A job that the caller sees. */
export async function findJob(tx: TenantTransaction, visibility: Visibility, jobId: string): Promise<JobDetailsRow | undefined> {
  const { rows } = await sql<JobDetailsRow>`
    select ${columnsOf('j')}, j.sections, j.tasks from job j where j.tenant_id = ${tenantIdOf(tx)}::uuid and j.job_id = ${jobId}`.execute(
    tx,
  )
  const [row] = rows
  return row && isVisible(visibility, row.resource_group_id) ? row : undefined
}

/** The newest jobs with this job id or workflow id that the caller sees. */
export async function findJobsById(tx: TenantTransaction, visibility: Visibility, id: string, limit: number): Promise<JobRow[]> {
  const isSeen = visibility.all ? sql`true` : sql`j.resource_group_id = any(${visibility.resourceGroupIds}::uuid[])`
  const having = (column: 'job_id' | 'workflow_id') => sql`
    (select ${columnsOf('j')} from job j
      where j.tenant_id = ${tenantIdOf(tx)}::uuid and ${sql.ref(`j.${column}`)} = ${id} and ${isSeen}
      order by j.created_at desc limit ${limit})`
  const { rows } = await sql<JobRow>`
    ${having('job_id')} union ${having('workflow_id')} order by created_at desc, job_id desc limit ${limit}`.execute(tx)
  return rows
}

export interface Kinds {
  operations: string[]
  productCodes: string[]
  resourceGroups: { resourceGroupId: string; resourceGroupName: string }[]
}

/** The job types, products and resource groups of the jobs that the caller sees: a step through an index for each of them. */
export async function readKinds(tx: TenantTransaction, visibility: Visibility): Promise<Kinds> {
  const tenantId = tenantIdOf(tx)
  const ofTenant = sql`tenant_id = ${tenantId}::uuid`
  const distinct = (column: 'operation' | 'product_code', condition = ofTenant) => sql`
    with recursive step (value) as (
      (select ${sql.ref(column)} from job where ${condition} order by ${sql.ref(column)} limit 1)
      union all
      select (select ${sql.ref(column)} from job where ${condition} and ${sql.ref(column)} > step.value order by ${sql.ref(column)} limit 1)
        from step where step.value is not null
    ) select value from step where value is not null`
  /** Of each resource group: its pairs of job type and product, in the order of their index. */
  const pairs = (ids: readonly string[]) => sql`
    select step.operation, step.product_code
      from unnest(${ids}::uuid[]) as visible (id)
           cross join lateral (
             with recursive step as (
               (select operation, product_code from job where ${ofTenant} and resource_group_id = visible.id
                 order by operation, product_code limit 1)
               union all
               select next.operation, next.product_code from step
                      cross join lateral (select operation, product_code from job
                                           where ${ofTenant} and resource_group_id = visible.id
                                             and (operation, product_code) > (step.operation, step.product_code)
                                           order by operation, product_code limit 1) next
             ) select * from step) step`
  const found = visibility.all
    ? sql`select array(${distinct('operation')}) as operations, array(${distinct('product_code')}) as "productCodes"`
    : sql`select coalesce(array_agg(distinct operation), '{}') as operations, coalesce(array_agg(distinct product_code), '{}') as "productCodes"
            from (${pairs(visibility.resourceGroupIds)}) pair`
  const { rows } = await sql<Kinds>`
    select found.*,
           (select coalesce(json_agg(json_build_object('resourceGroupId', rg.resource_group_id, 'resourceGroupName', rg.resource_group_name)
                                     order by rg.resource_group_name_key), '[]'::json)
              from resource_group rg
             where rg.tenant_id = ${tenantId}::uuid and rg.product_code = ${jobProductCode}
               and ${visibility.all ? sql`true` : sql`rg.resource_group_id = any(${visibility.resourceGroupIds}::uuid[])`}) as "resourceGroups"
      from (${found}) found`.execute(tx)
  return rows[0] ?? { operations: [], productCodes: [], resourceGroups: [] }
}
