import { sql } from 'kysely'
import type pg from 'pg'
import type { Db } from '../db/pool.ts'
import { asOwner } from '../db/tenant.ts'
import type { ArchivedLog } from './archived-log.ts'

/** Months of all tenants, as the nightly work reads and writes them. */

/** A tenant with entries in a month, and what of it is archived. */
export interface TenantMonth {
  tenantId: string
  /** The number of the next object, or of the one that a run before wrote. */
  part: number
  /** Rows that a run before wrote, if it ended before the month was dropped. */
  archivedRows: number | null
}

/** @param partition of the month */
export async function readTenantsOf(client: pg.Client, { table }: ArchivedLog, partition: string, month: string): Promise<TenantMonth[]> {
  const { rows } = await client.query<TenantMonth>(
    `select t.tenant_id as "tenantId",
            (select coalesce(max(a.part), 0) + 1 from log_archive a
              where a.tenant_id = t.tenant_id and a.log = $1 and a.month = $2 and a.is_dropped) as part,
            (select a.row_count from log_archive a
              where a.tenant_id = t.tenant_id and a.log = $1 and a.month = $2 and not a.is_dropped) as "archivedRows"
       from tenant t where exists (select from ${partition} entry where entry.tenant_id = t.tenant_id)
      order by t.tenant_id`,
    [table, month],
  )
  return rows
}

export async function countRows(client: pg.Client, partition: string, tenantId: string): Promise<number> {
  const { rows } = await client.query<{ n: number }>(`select count(*) as n from ${partition} where tenant_id = $1`, [tenantId])
  return rows[0]?.n ?? 0
}

export function saveArchive(
  db: Db,
  { table: log }: ArchivedLog,
  tenantId: string,
  archive: { month: string; part: number; objectKey: string; rows: number; bytes: number; digest: string; blocks: object[] },
): Promise<void> {
  const values = {
    object_key: archive.objectKey,
    row_count: archive.rows,
    byte_count: archive.bytes,
    digest: archive.digest,
    blocks: JSON.stringify(archive.blocks),
  }
  return asOwner(
    db,
    'maintenance',
    async (tx) => {
      await tx
        .insertInto('log_archive')
        .values({ tenant_id: tenantId, log, month: archive.month, part: archive.part, ...values })
        .onConflict((conflict) =>
          conflict.columns(['tenant_id', 'log', 'month', 'part']).doUpdateSet({ ...values, archived_at: sql`now()` }),
        )
        .execute()
    },
    { tenantId },
  )
}

/** The entries of the month leave the database with the transaction of this connection. */
export async function markDropped(client: pg.Client, { table }: ArchivedLog, month: string): Promise<void> {
  await client.query('update log_archive set is_dropped = true where log = $1 and month = $2 and not is_dropped', [table, month])
}

export interface ExpiredArchive {
  log: string
  tenantId: string
  archiveId: string
  objectKey: string
}

/** What ended so many days before now, of all logs. */
export function readExpired(db: Db, now: Date, days: number): Promise<ExpiredArchive[]> {
  return asOwner(
    db,
    'maintenance',
    async (tx) => {
      const { rows } = await sql<ExpiredArchive>`
        select log, tenant_id as "tenantId", log_archive_id as "archiveId", object_key as "objectKey" from log_archive
         where is_dropped and (month + interval '1 month') at time zone 'UTC' < ${now}::timestamptz - make_interval(days => ${days}::int)
         order by month, log, tenant_id`.execute(tx)
      return rows
    },
    { readOnly: true },
  )
}

export function deleteArchive(db: Db, { tenantId, archiveId }: ExpiredArchive): Promise<void> {
  return asOwner(
    db,
    'maintenance',
    async (tx) => void (await tx.deleteFrom('log_archive').where('log_archive_id', '=', archiveId).execute()),
    { tenantId },
  )
}
