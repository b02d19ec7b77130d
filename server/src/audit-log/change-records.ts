import { type RawBuilder, sql } from 'kysely'
import type { ChangeMark } from '@steward/contract/audit-log/schemas'
import { type Lasting, changesKeptDays } from '@steward/contract/changes/constants'
import { textOf } from '../db/log-table.ts'
import { type TenantTransaction, tenantIdOf } from '../db/tenant.ts'
import type { ActorType } from '../db/types.ts'

export interface ChangeRecord {
  change_id: string
  /** ISO 8601 in UTC with microseconds. */
  at: string
  operation: string
  request_id: string | null
  actor_type: ActorType
  actor_id: string
  actor_name: string
  row_count: number
  is_whole: boolean
  lasting: Lasting[]
  undo_of: string | null
  /** The last change that took it back, unless that was taken back in turn. */
  undone_by: string | null
}

/** Changes that meet the condition on `change_record c`, newest first. */
export async function readChangeRecords(tx: TenantTransaction, condition: RawBuilder<unknown>, limit: number): Promise<ChangeRecord[]> {
  const tenantId = tenantIdOf(tx)
  const { rows } = await sql<ChangeRecord>`
    select c.change_id, ${textOf(sql`c.occurred_at`)} as at, c.operation, c.request_id, c.actor_type, c.actor_id, c.actor_name, c.row_count,
           c.is_whole, c.lasting, c.undo_of,
           (select u.change_id from change_record u
             where u.tenant_id = ${tenantId}::uuid and u.undo_of = c.change_id
               and not exists (select from change_record again where again.tenant_id = ${tenantId}::uuid and again.undo_of = u.change_id)
             order by u.occurred_at desc limit 1) as undone_by
      from change_record c
     where c.tenant_id = ${tenantId}::uuid and c.occurred_at >= now() - make_interval(days => ${changesKeptDays}) and ${condition}
     order by c.occurred_at desc, c.change_id desc
     limit ${limit}`.execute(tx)
  return rows
}

/** What a list says of a change. */
const markOf = (record: ChangeRecord): NonNullable<ChangeMark> => ({
  changeId: record.change_id,
  undoOf: record.undo_of,
  undoneBy: record.undone_by,
  isUndoable: isUndoable(record),
})

/** The changes that committed at these moments, by moment. */
export async function readMarksAt(tx: TenantTransaction, moments: readonly string[]): Promise<Map<string, ChangeMark>> {
  if (moments.length === 0) return new Map()
  const records = await readChangeRecords(tx, sql`c.occurred_at = any (${[...moments]}::timestamptz[])`, moments.length)
  return new Map(records.map((record) => [record.at, markOf(record)]))
}

/** Whether a change can be undone, as far as the record says. */
export const isUndoable = ({ is_whole: isWhole, undone_by: undoneBy }: ChangeRecord): boolean => isWhole && undoneBy === null
