import { type RawBuilder, sql } from 'kysely'
import type { Row } from '../db/types.ts'

/** A job without what only its details show. */
export type JobRow = Omit<Row<'job'>, 'tenant_id' | 'sequence' | 'sections' | 'tasks'> & {
  /** `created_at`: ISO 8601 in UTC with microseconds. */
  at: string
}

export const jobColumnNames = [
  'job_id',
  'product_code',
  'resource_group_id',
  'operation',
  'workflow_id',
  'workflow_name',
  'workflow_description',
  'created_by',
  'created_at',
  'start_time',
  'end_time',
  'status',
  'priority',
  'progress',
  'queue_position',
  'reason',
  'is_interactive',
  'reported_at',
  'ended_sequence',
] as const satisfies readonly (keyof JobRow)[]

export const columnsOf = (alias: string): RawBuilder<unknown> => sql.join(jobColumnNames.map((name) => sql.ref(`${alias}.${name}`)))
