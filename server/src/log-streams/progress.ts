import { sql } from 'kysely'
import type { Db } from '../db/pool.ts'
import { type TenantTransaction, asOwner, tenantIdOf, withoutAnnouncing } from '../db/tenant.ts'
import type { Row } from '../db/types.ts'

/** How far a stream has come; only who has its lease moves it. */
export type Progress = Row<'log_stream_progress'>

const leaseMs = 60_000
/** A failure can be brief, such as a restart of the receiver. */
export const firstBackoffMs = 5_000
const shortestBackoffMs = 60_000
const longestBackoffMs = 3_600_000

/** How long to wait after a failure that came after so many others. */
const backoffMs = (failures: number): number =>
  failures === 0 ? firstBackoffMs : Math.min(longestBackoffMs, shortestBackoffMs * 2 ** Math.min(failures - 1, 10))

export interface DueStream {
  tenantId: string
  logStreamId: string
  isFailing: boolean
  /** A process is delivering it. */
  isLeased: boolean
}

/** The streams that are due, of one tenant or of all, those first that have waited longest. */
export async function dueStreams(db: Db, now: Date, tenantId?: string): Promise<DueStream[]> {
  const rows = await asOwner(
    db,
    'maintenance',
    (tx) =>
      tx
        .selectFrom('log_stream_progress as p')
        .innerJoin('log_stream as s', (join) =>
          join.onRef('s.tenant_id', '=', 'p.tenant_id').onRef('s.log_stream_id', '=', 'p.log_stream_id'),
        )
        .innerJoin('tenant as t', 't.tenant_id', 'p.tenant_id')
        .select(['p.tenant_id', 'p.log_stream_id', 'p.failures', 'p.leased_until'])
        .where('s.is_paused', '=', false)
        .where('t.status', '=', 'Active')
        .where('p.next_attempt_at', '<=', now)
        .$if(tenantId !== undefined, (query) => query.where('p.tenant_id', '=', tenantId ?? ''))
        .orderBy('p.next_attempt_at')
        .execute(),
    { readOnly: true },
  )
  return rows.map(({ tenant_id, log_stream_id, failures, leased_until }) => ({
    tenantId: tenant_id,
    logStreamId: log_stream_id,
    isFailing: failures > 0,
    isLeased: leased_until !== null && leased_until > now,
  }))
}

/** Takes the lease of a stream. One process at a time has it, and loses it if it does not renew it for a minute. */
export async function takeLease(tx: TenantTransaction, logStreamId: string, leaseId: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await withoutAnnouncing(tx)
    .updateTable('log_stream_progress')
    .set({ lease_id: leaseId, leased_until: new Date(now.getTime() + leaseMs) })
    .where('log_stream_id', '=', logStreamId)
    .where('next_attempt_at', '<=', now)
    .where((eb) => eb.or([eb('leased_until', 'is', null), eb('leased_until', '<=', now)]))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Stream and progress as they are now, while the lease is still held and the stream is not paused. */
export async function readLeased(tx: TenantTransaction, logStreamId: string, leaseId: string) {
  const stream = await tx
    .selectFrom('log_stream')
    .selectAll()
    .where('log_stream_id', '=', logStreamId)
    .where('is_paused', '=', false)
    .executeTakeFirst()
  const progress = await tx
    .selectFrom('log_stream_progress')
    .selectAll()
    .where('log_stream_id', '=', logStreamId)
    .where('lease_id', '=', leaseId)
    .executeTakeFirst()
  return stream && progress ? { stream, progress } : undefined
}

/** The progress that was read, unless the lease was lost, or the stream was reset, since then. */
const unmoved = (tx: TenantTransaction, { log_stream_id, lease_id, delivered_to }: Progress) =>
  tx
    .updateTable('log_stream_progress')
    .where('log_stream_id', '=', log_stream_id)
    .where('lease_id', '=', lease_id)
    .where('delivered_to', '=', delivered_to)

/** Notes a batch before it is sent: should this process end, the next one sends the same. */
export async function noteBatch(tx: TenantTransaction, progress: Progress, batch: { id: string; to: string }, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await unmoved(withoutAnnouncing(tx), progress)
    .set({ batch_id: batch.id, batch_to: batch.to, leased_until: new Date(now.getTime() + leaseMs) })
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Moves on after a batch that was received. */
export async function noteDelivered(tx: TenantTransaction, progress: Progress, to: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await unmoved(tx, progress)
    .set({
      delivered_to: to,
      delivered_at: now,
      batch_id: null,
      batch_to: null,
      failures: 0,
      failing_since: null,
      next_attempt_at: now,
      leased_until: new Date(now.getTime() + leaseMs),
    })
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Moves on where nothing was to be sent. */
export async function notePassed(tx: TenantTransaction, progress: Progress, to: string): Promise<void> {
  await unmoved(withoutAnnouncing(tx), progress)
    .set({ delivered_to: sql<string>`greatest(delivered_to, ${to}::uuid)`, batch_id: null, batch_to: null })
    .execute()
}

/** Gives up the lease until the next attempt: after seconds, then after a minute, then after twice as long each time, up to an hour. */
export async function noteFailed(tx: TenantTransaction, progress: Progress, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await unmoved(tx, progress)
    .set({
      failures: progress.failures + 1,
      failing_since: progress.failing_since ?? now,
      next_attempt_at: new Date(now.getTime() + backoffMs(progress.failures)),
    })
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function giveLease(tx: TenantTransaction, logStreamId: string, leaseId: string): Promise<void> {
  await withoutAnnouncing(tx)
    .updateTable('log_stream_progress')
    .set({ lease_id: null, leased_until: null })
    .where('tenant_id', '=', tenantIdOf(tx))
    .where('log_stream_id', '=', logStreamId)
    .where('lease_id', '=', leaseId)
    .execute()
}
