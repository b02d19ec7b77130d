import { sql } from 'kysely'
import { keptDeliveries } from '@steward/contract/log-streams/constants'
import { type TenantTransaction, tenantIdOf } from '../db/tenant.ts'
import type { NewRow, Row, RowUpdate } from '../db/types.ts'

/** A stream with where it stands. */
export type StreamRow = Row<'log_stream'> &
  Pick<Row<'log_stream_progress'>, 'delivered_to' | 'delivered_at' | 'failures' | 'failing_since' | 'next_attempt_at'>

const streams = (tx: TenantTransaction) =>
  tx
    .selectFrom('log_stream as s')
    .innerJoin('log_stream_progress as p', (join) =>
      join.onRef('p.tenant_id', '=', 's.tenant_id').onRef('p.log_stream_id', '=', 's.log_stream_id'),
    )
    .selectAll('s')
    .select(['p.delivered_to', 'p.delivered_at', 'p.failures', 'p.failing_since', 'p.next_attempt_at'])

export const readStreams = (tx: TenantTransaction): Promise<StreamRow[]> => streams(tx).orderBy('s.log_stream_name_key').execute()

export const findStream = (tx: TenantTransaction, logStreamId: string): Promise<StreamRow | undefined> =>
  streams(tx).where('s.log_stream_id', '=', logStreamId).executeTakeFirst()

/** Locks a stream. */
export const lockStream = (tx: TenantTransaction, logStreamId: string) =>
  tx.selectFrom('log_stream').selectAll().where('log_stream_id', '=', logStreamId).forUpdate().executeTakeFirst()

export async function countStreams(tx: TenantTransaction): Promise<number> {
  const { count } = await tx
    .selectFrom('log_stream')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** Inserts a stream that begins after an ID. */
export async function insertStream(
  tx: TenantTransaction,
  stream: Omit<NewRow<'log_stream'>, 'tenant_id'>,
  deliveredTo: string,
): Promise<string> {
  const { log_stream_id: logStreamId } = await tx
    .insertInto('log_stream')
    .values({ tenant_id: tenantIdOf(tx), ...stream })
    .returning('log_stream_id')
    .executeTakeFirstOrThrow()
  await insertProgress(tx, logStreamId, deliveredTo)
  return logStreamId
}

/** A stream without deliveries yet begins after an ID. */
export async function insertProgress(tx: TenantTransaction, logStreamId: string, deliveredTo: string): Promise<void> {
  await tx
    .insertInto('log_stream_progress')
    .values({ tenant_id: tenantIdOf(tx), log_stream_id: logStreamId, delivered_to: deliveredTo })
    .execute()
}

export async function changeStream(tx: TenantTransaction, logStreamId: string, changed: RowUpdate<'log_stream'>): Promise<void> {
  await tx.updateTable('log_stream').set(changed).where('log_stream_id', '=', logStreamId).execute()
}

export async function deleteStream(tx: TenantTransaction, logStreamId: string): Promise<void> {
  await tx.deleteFrom('log_stream').where('log_stream_id', '=', logStreamId).execute()
}

/** Forgets what was tried before, so that the next attempt is the first. */
export async function resetProgress(tx: TenantTransaction, logStreamId: string, now: Date, deliveredTo?: string): Promise<void> {
  await tx
    .updateTable('log_stream_progress')
    .set({
      batch_id: null,
      batch_to: null,
      failures: 0,
      failing_since: null,
      next_attempt_at: now,
      ...(deliveredTo === undefined ? {} : { delivered_to: deliveredTo }),
    })
    .where('log_stream_id', '=', logStreamId)
    .execute()
}

/** Notes an attempt and forgets those before the latest. */
export async function insertDelivery(tx: TenantTransaction, delivery: Omit<NewRow<'log_stream_delivery'>, 'tenant_id'>) {
  const row = await tx
    .insertInto('log_stream_delivery')
    .values({ tenant_id: tenantIdOf(tx), ...delivery })
    .returningAll()
    .executeTakeFirstOrThrow()
  await sql`
    delete from log_stream_delivery
     where tenant_id = ${tenantIdOf(tx)}::uuid and log_stream_id = ${delivery.log_stream_id}::uuid
       and log_stream_delivery_id < (
         select log_stream_delivery_id from log_stream_delivery
          where tenant_id = ${tenantIdOf(tx)}::uuid and log_stream_id = ${delivery.log_stream_id}::uuid
          order by log_stream_delivery_id desc offset ${keptDeliveries - 1} limit 1)`.execute(tx)
  return row
}

export const readDeliveries = (tx: TenantTransaction, logStreamId: string) =>
  tx
    .selectFrom('log_stream_delivery')
    .selectAll()
    .where('log_stream_id', '=', logStreamId)
    .orderBy('log_stream_delivery_id', 'desc')
    .limit(keptDeliveries)
    .execute()

/** Whether the tenant has streams that are not paused. */
export async function hasStreams(tx: TenantTransaction): Promise<boolean> {
  const found = await tx.selectFrom('log_stream').select('log_stream_id').where('is_paused', '=', false).limit(1).executeTakeFirst()
  return found !== undefined
}
