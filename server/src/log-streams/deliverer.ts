import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import type { Logger } from 'pino'
import { failingDays } from '@steward/contract/log-streams/constants'
import { firstIdAt } from '../db/id-time.ts'
import type { Db } from '../db/pool.ts'
import { settledUntil } from '../db/settled.ts'
import { type TenantTransaction, systemContext, withTenant } from '../db/tenant.ts'
import { SharedTurns } from '../db/turns.ts'
import type { Row } from '../db/types.ts'
import { publish } from '../notifications/publish.ts'
import type { Cipher } from '../secrets/cipher.ts'
import type { LogRetention } from '../tenants/settings/retention.ts'
import { keptSince, readBatch } from './batch.ts'
import {
  type DueStream,
  type Progress,
  dueStreams,
  firstBackoffMs,
  giveLease,
  noteBatch,
  noteDelivered,
  noteFailed,
  notePassed,
  readLeased,
  takeLease,
} from './progress.ts'
import { changeStream, insertDelivery, lockStream } from './queries.ts'
import { signingSecrets } from './secrets.ts'
import type { Batch, Send, Sent } from './send.ts'

export interface DelivererContext {
  db: Db
  log: Logger
  cipher: Cipher
  retention: LogRetention
  send: Send
  now: () => Date
}

/** Streams that one process delivers concurrently; those that fail have turns of their own, and delay no other. */
const healthyTurns = 16
const failingTurns = 4
/** Of those, what one tenant can have: its receivers can be slow. */
const turnsOfTenant = 0.25
/** After so many batches a stream waits for its next turn. */
const batchesOfTurn = 20
const dayMs = 86_400_000
const gone = 410

/**
 * Delivers the streams that are due, each in its order: the next batch is sent after the one before it was received. What was sent
 * before a process ended, but not noted, is sent again with the same ID.
 */
export function createDeliverer(context: DelivererContext) {
  const { db, log, now } = context
  const turnsFor = (count: number) => new SharedTurns(count, count * turnsOfTenant)
  const turns = { healthy: turnsFor(healthyTurns), failing: turnsFor(failingTurns) }
  const running = new Map<string, Promise<void>>()
  const stopping = new AbortController()

  async function deliver(due: DueStream, settled?: Date): Promise<void> {
    const lane = due.isFailing ? turns.failing : turns.healthy
    for (let left: Left = 'more'; left === 'more' && !stopping.signal.aborted;) {
      const giveTurn = await lane.take(due.tenantId)
      try {
        left = await deliverTurn(context, due, settled, stopping.signal)
        if (left === 'retry') void retrySoon(due.tenantId)
      } catch (error) {
        left = 'nothing'
        if (!stopping.signal.aborted) log.error({ err: error, ...due }, 'a log stream could not be delivered')
      } finally {
        giveTurn()
      }
    }
  }

  /** The schedule would find a stream that failed up to a minute later. */
  async function retrySoon(tenantId: string): Promise<void> {
    try {
      await setTimeout(firstBackoffMs, undefined, { signal: stopping.signal })
      await run({ tenantId })
    } catch (error) {
      if (!stopping.signal.aborted) log.warn({ err: error, tenantId }, 'the log streams of a tenant could not be started')
    }
  }

  async function run({ tenantId, settled }: { tenantId?: string; settled?: Date } = {}): Promise<boolean> {
    let isFree = true
    for (const due of await dueStreams(db, now(), tenantId)) {
      const isRunning = due.isLeased || running.has(due.logStreamId)
      if (isRunning) isFree = false
      if (stopping.signal.aborted || isRunning) continue
      running.set(
        due.logStreamId,
        deliver(due, settled).finally(() => running.delete(due.logStreamId)),
      )
    }
    return isFree
  }

  return {
    /**
     * Starts what is due, of one tenant or of all; does not wait for it. What was `settled` for the tenant is delivered. Returns whether
     * nothing was being delivered already, by any process: such a delivery can have read the log before.
     */
    run,
    /** Interrupts what is being sent; it is sent again. */
    async stop(): Promise<void> {
      stopping.abort()
      await Promise.all(running.values())
    },
  }
}

export type Deliverer = ReturnType<typeof createDeliverer>

/** What is left after a turn: nothing that can be sent now, more of the log, or a batch that failed for the first time. */
type Left = 'nothing' | 'more' | 'retry'

/** Sends some batches of a stream, if its lease is free. */
async function deliverTurn(context: DelivererContext, due: DueStream, settled: Date | undefined, signal: AbortSignal): Promise<Left> {
  const { db, now } = context
  const ctx = systemContext(due.tenantId)
  const leaseId = randomUUID()
  if (!(await withTenant(db, ctx, (tx) => takeLease(tx, due.logStreamId, leaseId, now())))) return 'nothing'
  try {
    for (let sent = 0; sent < batchesOfTurn; sent += 1) {
      const left = await deliverBatch(context, { ...due, leaseId, settled }, signal)
      if (left !== 'more') return left
    }
    return 'more'
  } finally {
    await withTenant(db, ctx, (tx) => giveLease(tx, due.logStreamId, leaseId))
  }
}

/** What was settled once stays settled, although a transaction that began before it can have begun to write. */
const settledSince = async (db: Db, tenantId: string, settled: Date | undefined): Promise<Date> => {
  const latest = await settledUntil(db, tenantId)
  return settled !== undefined && settled > latest ? settled : latest
}

/** Sends the next batch. */
async function deliverBatch(
  context: DelivererContext,
  { tenantId, logStreamId, leaseId, settled }: DueStream & { leaseId: string; settled: Date | undefined },
  signal: AbortSignal,
): Promise<Left> {
  const { db, now } = context
  const ctx = systemContext(tenantId)
  const leased = await withTenant(db, ctx, (tx) => readLeased(tx, logStreamId, leaseId), { readOnly: true })
  if (leased === undefined) return 'nothing'
  const { stream, progress } = leased
  const to = progress.batch_to ?? firstIdAt(await settledSince(db, tenantId, settled))
  const kept = await keptSince(context.retention, tenantId)
  const range = { after: progress.delivered_to, to, endsWhole: progress.batch_to === null }
  const { events, last, isWaiting } = await withTenant(db, ctx, (tx) => readBatch(tx, stream, range, kept), { readOnly: true })
  if (isWaiting) return 'nothing'
  if (last === undefined) {
    await withTenant(db, ctx, (tx) => notePassed(tx, progress, to))
    return progress.batch_to === null ? 'nothing' : 'more'
  }
  const batch = { id: progress.batch_id ?? randomUUID(), to: progress.batch_to ?? last }
  if (!(await withTenant(db, ctx, (tx) => noteBatch(tx, progress, batch, now())))) return 'nothing'
  const attempt = await timed(context, stream, { id: batch.id, events }, signal)
  return withTenant(db, ctx, (tx) => noteAttempt(tx, { stream, progress, to: batch.to, attempt }, now()))
}

export interface Attempt {
  batch: Batch
  sent: Sent
  startedAt: Date
  durationMs: number
}

/** Sends a batch to a stream's destination, and takes the time. */
export async function timed(
  { send, cipher, now }: Pick<DelivererContext, 'send' | 'cipher' | 'now'>,
  stream: Row<'log_stream'>,
  batch: Batch,
  signal?: AbortSignal,
): Promise<Attempt> {
  const startedAt = now()
  const started = performance.now()
  const { kind, address, format } = stream
  const sent = await send({ kind, address, format, secrets: signingSecrets(cipher, stream, startedAt) }, batch, signal)
  return { batch, sent, startedAt, durationMs: Math.round(performance.now() - started) }
}

export const deliveryOf = ({ batch, sent, startedAt, durationMs }: Attempt) => ({
  attempted_at: startedAt,
  outcome: sent.outcome,
  status: sent.status,
  fault: sent.outcome === 'failure' ? sent.fault : null,
  detail: sent.outcome === 'failure' ? sent.detail : '',
  duration_ms: durationMs,
  events: batch.events.length,
  batch_id: batch.id,
})

async function noteAttempt(
  tx: TenantTransaction,
  { stream, progress, to, attempt }: { stream: Row<'log_stream'>; progress: Progress; to: string; attempt: Attempt },
  now: Date,
): Promise<Left> {
  const { sent } = attempt
  // The stream before its progress, as everyone locks them: a stream that is being deleted waits, and one that was deleted notes nothing.
  if (!(await lockStream(tx, stream.log_stream_id))) return 'nothing'
  const isSuccess = sent.outcome === 'success'
  const isNoted = await (isSuccess ? noteDelivered(tx, progress, to, now) : noteFailed(tx, progress, now))
  await insertDelivery(tx, { log_stream_id: stream.log_stream_id, ...deliveryOf(attempt) })
  if (!isNoted) return 'nothing'
  if (isSuccess) return 'more'
  const failingSince = progress.failing_since ?? now
  const reason = sent.status === gone ? 'gone' : now.getTime() - failingSince.getTime() >= failingDays * dayMs ? 'failing' : undefined
  if (reason === undefined) return progress.failures === 0 ? 'retry' : 'nothing'
  await changeStream(tx, stream.log_stream_id, { is_paused: true, pause_reason: reason })
  await publish(
    tx,
    { messageType: 'LogStreamPaused', parameters: { logStreamId: stream.log_stream_id, logStreamName: stream.log_stream_name } },
    now,
  )
  return 'nothing'
}
