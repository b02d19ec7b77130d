import type pg from 'pg'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Db } from './pool.ts'

/** Since when a tenant keeps a log. */
export interface KeptSince {
  tenantId: string
  since: Date
}

type Log = 'audit_entry' | 'system_log' | 'change_record' | 'row_image'

/** Detaching needs the table for itself: everything else waits behind it, so it gives up soon and tries again. */
const lockTimeoutMs = 400
const tries = 10
const pauseMs = 500

/** A month that is detached and not dropped yet. */
const detachedSuffix = '_dropping'

/** Where the entries of months go before they are dropped. */
export interface MonthArchive {
  /**
   * Resolves when every entry of the month is archived. Until the month is dropped no one adds another one.
   * @param client has the transaction that drops the month
   * @param month its first day, 'YYYY-MM-01'
   * @throws if it can't be archived now: the month is kept
   */
  write(client: pg.Client, partition: string, month: string): Promise<void>
  /** The month is dropped with the transaction of this connection. */
  noteDropped(client: pg.Client, month: string): Promise<void>
}

/**
 * Drops the months of a log that no tenant keeps anything in, each as a whole. Returns the names of their partitions.
 * @param kept of every tenant
 * @param archive takes each month before
 * @throws if a month could not be archived, or detached for other work; the others are dropped
 */
export async function dropLogPartitions(db: Db, log: Log, kept: readonly KeptSince[], archive?: MonthArchive): Promise<string[]> {
  if (kept.length === 0) return []
  const client = await db.connect()
  const dropped: string[] = []
  const failed: unknown[] = []
  try {
    await dropDetached(client, log)
    await giveMonthsPartitions(client, log)
    for (const partition of await endedBefore(client, log, newestOf(kept))) {
      if (await isKept(client, partition, kept)) continue
      try {
        if (await archiveAndDetach(client, log, partition, { kept, archive })) dropped.push(partition)
      } catch (error) {
        failed.push(error)
      }
    }
    await dropDetached(client, log)
  } finally {
    await client.end()
  }
  if (failed.length > 0) throw new AggregateError(failed, `Months of ${log} could not be dropped`)
  return dropped
}

const newestOf = (kept: readonly KeptSince[]): Date => new Date(Math.max(...kept.map(({ since }) => since.getTime())))

/** Rows of months without a partition are in the default partition, which is never dropped. */
async function giveMonthsPartitions(client: pg.Client, log: Log): Promise<void> {
  const { rows } = await client.query<{ month: string }>(
    `select distinct to_char(occurred_at at time zone 'UTC', 'YYYY-MM-01') as month from ${log}_default order by 1`,
  )
  for (const { month } of rows) await client.query('select create_log_partition($1, $2)', [log, month])
}

/** The months that ended by then, oldest first. */
async function endedBefore(client: pg.Client, log: Log, then: Date): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
      where i.inhparent = $1::regclass and c.relname ~ '_[0-9]{4}_[0-9]{2}$'
        and (to_date(right(c.relname, 7), 'YYYY_MM') + interval '1 month') at time zone 'UTC' <= $2
      order by c.relname`,
    [log, then],
  )
  return rows.map(({ name }) => name)
}

/** Whether a tenant keeps a row of the month: one look into the index for each. */
async function isKept(client: pg.Client, partition: string, kept: readonly KeptSince[]): Promise<boolean> {
  const { rows } = await client.query<{ is: boolean }>(
    `select exists (select from unnest($1::uuid[], $2::timestamptz[]) kept (tenant_id, since)
                     where exists (select from ${partition} entry
                                    where entry.tenant_id = kept.tenant_id and entry.occurred_at >= kept.since)) as is`,
    [kept.map(({ tenantId }) => tenantId), kept.map(({ since }) => since)],
  )
  return rows[0]?.is ?? true
}

/** The transaction keeps others from writing to the month, and to nothing else, from before it is archived until it is detached. */
async function archiveAndDetach(
  client: pg.Client,
  log: Log,
  partition: string,
  { kept, archive }: { kept: readonly KeptSince[]; archive: MonthArchive | undefined },
): Promise<boolean> {
  const month = `${partition.slice(-7).replace('_', '-')}-01`
  try {
    await client.query('begin')
    await client.query(`set local lock_timeout = ${lockTimeoutMs}`)
    if (archive) {
      // The connection waits while objects are written.
      await client.query('set local idle_in_transaction_session_timeout = 0')
      await client.query('set local transaction_timeout = 0')
      await client.query(`lock table ${partition} in share row exclusive mode`)
      await archive.write(client, partition, month)
    }
    const isDetached = await detach(client, log, partition, kept)
    if (isDetached) await archive?.noteDropped(client, month)
    await client.query(isDetached ? 'commit' : 'rollback')
    return isDetached
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}

/** `detach … concurrently` is refused for tables with a default partition. */
async function detach(client: pg.Client, log: Log, partition: string, kept: readonly KeptSince[]): Promise<boolean> {
  for (let attempt = 1; ; attempt++) {
    try {
      await client.query('savepoint before_detach')
      await client.query(`alter table ${log} detach partition ${partition}`)
      // An entry could have arrived since.
      if (await isKept(client, partition, kept)) return false
      await client.query(`alter table ${partition} rename to ${partition}${detachedSuffix}`)
      return true
    } catch (error) {
      if (attempt === tries || !isLockTimeout(error)) throw error
      await client.query('rollback to savepoint before_detach')
      await sleep(pauseMs)
    }
  }
}

const isLockTimeout = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === '55P03'

/** Also those of a run that ended before it dropped them. No one waits for the table any more. */
async function dropDetached(client: pg.Client, log: Log): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class
      where relnamespace = 'public'::regnamespace and relkind = 'r' and not relispartition and relname ~ $1`,
    [`^${log}_[0-9]{4}_[0-9]{2}${detachedSuffix}$`],
  )
  for (const { name } of rows) await client.query(`drop table if exists ${name}`)
}
