import { type Kysely, sql } from 'kysely'
import type { CsvSource } from '../../db/csv-copy.ts'
import { timeText } from '../../db/log-slice.ts'
import type { TenantTransaction } from '../../db/tenant.ts'
import type { Database, Row } from '../../db/types.ts'

/** The log of which these are archives. */
export const log = 'audit_entry'

export type ArchiveRow = Omit<Row<'log_archive'>, 'tenant_id' | 'log' | 'blocks' | 'is_dropped'>

const columns = ['log_archive_id', 'month', 'part', 'object_key', 'row_count', 'byte_count', 'digest', 'archived_at'] as const

/** The archived months of the tenant, newest first. */
export function readArchives(tx: TenantTransaction): Promise<ArchiveRow[]> {
  return tx.selectFrom('log_archive').select(columns).where('log', '=', log).orderBy('month', 'desc').orderBy('part', 'desc').execute()
}

export function readArchive(tx: TenantTransaction, archiveId: string) {
  return tx
    .selectFrom('log_archive')
    .select([...columns, 'blocks'])
    .where('log', '=', log)
    .where('log_archive_id', '=', archiveId)
    .executeTakeFirst()
}

/** A month of a tenant as JSON Lines, newest first. */
export function monthLines(kysely: Kysely<Database>, tenantId: string, month: string): CsvSource {
  const matching = sql`
    from audit_entry
   where tenant_id = ${tenantId}::uuid and occurred_at >= (${month}::date)::timestamp at time zone 'UTC'
     and occurred_at < (${month}::date + interval '1 month') at time zone 'UTC'`
  return {
    isJsonLines: true,
    rows: sql`
      select json_build_object(
               'id', audit_entry_id, 'occurredAt', ${timeText}, 'type', type, 'category', category, 'entityId', entity_id,
               'entityName', entity_name, 'subjectId', subject_id, 'fieldName', field_name, 'previousValue', previous_value,
               'currentValue', current_value, 'actorType', actor_type, 'actorId', actor_id, 'actorName', actor_name, 'requestId', request_id)
        ${matching} order by occurred_at desc, audit_entry_id desc`.compile(kysely),
    count: sql<{ n: number }>`select count(*)::int as n ${matching}`.compile(kysely),
  }
}
