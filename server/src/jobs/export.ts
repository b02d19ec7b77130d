import type { Readable } from 'node:stream'
import { type Kysely, sql } from 'kysely'
import { products } from '@steward/contract/catalog/products'
import type { Subject } from '../access/permission-inputs.ts'
import type { CsvSource } from '../db/csv-copy.ts'
import { within } from '../db/log-slice.ts'
import type { Db } from '../db/pool.ts'
import type { Database } from '../db/types.ts'
import { streamExport } from '../exports/stream-export.ts'
import type { Caller } from '../http/caller.ts'
import { type JobFilter, planOf } from './filter.ts'
import { subjectOf, visibleTo } from './visibility.ts'

const productNames = products.map(({ productName }) => productName as string)
const productCodes = products.map(({ productCode }) => productCode as string)

/** The filtered jobs that a subject sees as CSV, newest first: times in UTC, durations in seconds. */
export function exportedJobs(
  kysely: Kysely<Database>,
  { tenantId, subject, filter, now }: { tenantId: string; subject: Subject; filter: JobFilter; now: Date },
): CsvSource {
  // Who sees which jobs is decided when the statement runs.
  const id = sql`${filter.search ?? ''}::text`
  const isId = sql`exists (select from job j where j.tenant_id = ${tenantId}::uuid and (j.job_id = ${id} or j.workflow_id = ${id})
                              and ${visibleTo(tenantId, subject)})`
  const { range, leading, others, isByTag } = planOf(filter, { all: true }, { tenantId, now, isId })
  const tags = isByTag
    ? [
        sql`exists (select from job_tag jt where jt.tenant_id = ${tenantId}::uuid and jt.job_id = candidate.job_id
                       and (${sql.join(leading, sql` or `)}))`,
      ]
    : []
  const first = isByTag || leading.length === 0 ? [] : [sql`(${sql.join(leading, sql` or `)})`]
  const inner = [sql`j.tenant_id = ${tenantId}::uuid`, ...within(range, sql`j.created_at`), visibleTo(tenantId, subject), ...first]
  const rest = [...tags, ...others]
  const matching = sql`
    from (select j.* from job j where ${sql.join(inner, sql` and `)}) candidate
         left join unnest(${productCodes}::text[], ${productNames}::text[]) as product (code, name) on product.code = candidate.product_code
   ${rest.length > 0 ? sql`where ${sql.join(rest, sql` and `)}` : sql``}`
  const seconds = (from: string, until: string) => sql`floor(extract(epoch from ${sql.ref(until)} - ${sql.ref(from)}))::bigint`
  const linked = (names: 'tags' | 'groups') =>
    names === 'tags'
      ? sql`(select string_agg(t.tag_name, ' ' order by t.tag_name_key)
               from job_tag jt join tag t on t.tenant_id = jt.tenant_id and t.tag_id = jt.tag_id
              where jt.tenant_id = ${tenantId}::uuid and jt.job_id = candidate.job_id)`
      : sql`(select string_agg(g.group_name, '; ' order by g.group_name_key)
               from job_group jg join user_group g on g.tenant_id = jg.tenant_id and g.group_id = jg.group_id
              where jg.tenant_id = ${tenantId}::uuid and jg.job_id = candidate.job_id)`
  return {
    rows: sql`
      select csv_text(job_id) as "jobId", csv_text(operation) as operation, status, csv_text(coalesce(product.name, product_code)) as product,
             csv_text(product_code) as "productCode",
             csv_text((select rg.resource_group_name from resource_group rg
                        where rg.tenant_id = ${tenantId}::uuid and rg.resource_group_id = candidate.resource_group_id)) as "resourceGroup",
             csv_text(created_by) as "createdBy", csv_time(created_at) as "createdAt", csv_time(start_time) as "startTime",
             csv_time(end_time) as "endTime", ${seconds('created_at', 'start_time')} as "waitedSeconds",
             ${seconds('start_time', 'end_time')} as "durationSeconds", priority, progress, queue_position as "queuePosition",
             csv_text(reason) as reason, csv_text(workflow_id) as "workflowId", csv_text(workflow_name) as "workflowName",
             csv_text(workflow_description) as "workflowDescription", is_interactive as "isInteractive",
             csv_text(${linked('tags')}) as tags, csv_text(${linked('groups')}) as groups
        ${matching} order by created_at desc, job_id desc`.compile(kysely),
    count: sql<{ n: number }>`select count(*)::int as n ${matching}`.compile(kysely),
  }
}

export type ExportJobs = (caller: Caller, filter: JobFilter) => Promise<Readable>

/** Streams the filtered jobs; the export is recorded in the system log. */
export const createJobExport =
  (db: Db, now: () => Date): ExportJobs =>
  async (caller, filter) => {
    const { tenantId, actor } = caller
    return streamExport(db, caller, 'jobs', exportedJobs(db.kysely, { tenantId, subject: subjectOf(actor), filter, now: now() }))
  }
