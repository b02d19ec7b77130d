import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { ArchivedLogName } from '../config.ts'
import type { CsvSource } from '../db/csv-copy.ts'
import type { Database } from '../db/types.ts'

/** A log whose months are archived before they are dropped. */
export interface ArchivedLog {
  table: 'audit_entry' | 'system_log'
  id: 'audit_entry_id' | 'system_log_id'
  /** Of its objects, and what an export of it is called. */
  name: ArchivedLogName
  /** A row as the JSON of an `ArchivedRow`. */
  line: RawBuilder<unknown>
}

/** What every archived row has; others are those of its log. */
export interface ArchivedRow {
  id: string
  /** ISO 8601 in UTC with microseconds. */
  occurredAt: string
}

// What was read is what was written: its digest is checked.
export const parseLine = <Archived extends ArchivedRow>(line: string): Archived => JSON.parse(line) as Archived

/**
 * A month of a tenant as JSON Lines, newest first.
 * @param month its first day, 'YYYY-MM-01'
 */
export function monthLines(kysely: Kysely<Database>, { table, id, line }: ArchivedLog, tenantId: string, month: string): CsvSource {
  const matching = sql`
    from ${sql.table(table)}
   where tenant_id = ${tenantId}::uuid and occurred_at >= (${month}::date)::timestamp at time zone 'UTC'
     and occurred_at < (${month}::date + interval '1 month') at time zone 'UTC'`
  return {
    isJsonLines: true,
    rows: sql`select ${line} ${matching} order by occurred_at desc, ${sql.ref(id)} desc`.compile(kysely),
    count: sql<{ n: number }>`select count(*)::int as n ${matching}`.compile(kysely),
  }
}
