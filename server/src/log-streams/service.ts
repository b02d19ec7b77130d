import { randomUUID } from 'node:crypto'
import { mostCounted, mostLogStreams, secretOverlapHours } from '@steward/contract/log-streams/constants'
import type { CreateLogStream, Delivery, LogStream, MintedLogStream, PatchLogStream } from '@steward/contract/log-streams/schemas'
import type { listLogStreams } from '@steward/contract/log-streams/endpoints'
import type { QueryOf } from '@steward/contract/http'
import { type ProblemException, problem } from '@steward/contract/errors'
import { constraintOf } from '../db/constraint.ts'
import { firstIdAt, timeOfId } from '../db/id-time.ts'
import { type TenantContext, type TenantTransaction, withTenant } from '../db/tenant.ts'
import type { Row, RowUpdate } from '../db/types.ts'
import type { Caller } from '../http/caller.ts'
import type { OutgoingRules } from '../outgoing/address.ts'
import { countWaiting, keptSince } from './batch.ts'
import { type DelivererContext, deliveryOf, timed } from './deliverer.ts'
import { mustBeReachable } from './destination.ts'
import {
  type StreamRow,
  changeStream,
  countStreams,
  deleteStream,
  findStream,
  insertDelivery,
  insertStream,
  lockStream,
  readDeliveries,
  readStreams,
  resetProgress,
} from './queries.ts'
import { sealSecret } from './secrets.ts'
import { newWebhookSecret } from './signature.ts'
import { testEvent } from './test-event.ts'

export type LogStreamContext = DelivererContext & { rules: OutgoingRules }

const hourMs = 3_600_000

const refusals: Readonly<Record<string, () => ProblemException>> = {
  log_stream_name_unique: () => problem('log_stream_name_taken', {}, { field: 'logStreamName' }),
  log_stream_sends_something: () => problem('log_stream_sends_nothing', {}, { field: 'sendsSystemLog' }),
}

/** Reading and changing the log streams of a tenant. */
export function createLogStreamService(context: LogStreamContext) {
  const { db, cipher, rules, retention, now } = context

  async function change<T>(caller: Caller, work: (tx: TenantTransaction) => Promise<T>): Promise<T> {
    try {
      return await withTenant(db, caller, work)
    } catch (error) {
      throw refusals[constraintOf(error) ?? '']?.() ?? error
    }
  }

  async function toStream(tx: TenantTransaction, row: StreamRow): Promise<LogStream> {
    const kept = await keptSince(retention, row.tenant_id)
    const position = { after: row.delivered_to, to: firstIdAt(now()), limit: mostCounted }
    const hasPrevious = row.previous_expires_at !== null && row.previous_expires_at > now()
    return {
      logStreamId: row.log_stream_id,
      logStreamName: row.log_stream_name,
      kind: row.kind,
      address: row.address,
      format: row.format,
      sendsAuditLog: row.sends_audit_log,
      sendsSystemLog: row.sends_system_log,
      eventKinds: row.event_kinds,
      isPaused: row.is_paused,
      pauseReason: row.pause_reason,
      previousSecretUntil: hasPrevious ? (row.previous_expires_at?.toISOString() ?? null) : null,
      deliveredTo: timeOfId(row.delivered_to).toISOString(),
      lastDeliveredAt: row.delivered_at?.toISOString() ?? null,
      waiting: await countWaiting(tx, row, position, kept),
      failures: row.failures,
      failingSince: row.failing_since?.toISOString() ?? null,
      nextAttemptAt: row.failures > 0 ? row.next_attempt_at.toISOString() : null,
      createdBy: row.created_by_name,
      createdAt: row.created_at.toISOString(),
      version: row.version,
    }
  }

  /** @throws not_found */
  async function show(tx: TenantTransaction, logStreamId: string): Promise<LogStream> {
    const row = await findStream(tx, logStreamId)
    if (!row) throw problem('not_found')
    return toStream(tx, row)
  }

  function sealed(tenantId: string): { secret: string; row: string } {
    const secret = newWebhookSecret()
    return { secret, row: sealSecret(cipher, tenantId, secret) }
  }

  return {
    list: (ctx: TenantContext, { limit, offset }: QueryOf<typeof listLogStreams>) =>
      withTenant(
        db,
        ctx,
        async (tx) => {
          const rows = await readStreams(tx)
          const items: LogStream[] = []
          // A tenant has at most ten.
          for (const row of rows.slice(offset, offset + limit)) items.push(await toStream(tx, row))
          return { count: items.length, items, limit, offset, totalCount: rows.length, totalIsExact: true }
        },
        { readOnly: true },
      ),

    /** @throws not_found */
    get: (ctx: TenantContext, logStreamId: string): Promise<LogStream> =>
      withTenant(db, ctx, (tx) => show(tx, logStreamId), { readOnly: true }),

    /** @throws log_stream_name_taken, log_stream_limit_reached, log_stream_address_invalid, log_stream_sends_nothing */
    create(caller: Caller, input: CreateLogStream): Promise<MintedLogStream> {
      mustBeReachable(input, rules)
      return change(caller, async (tx) => {
        if ((await countStreams(tx)) >= mostLogStreams) throw problem('log_stream_limit_reached', { maximum: mostLogStreams })
        const minted = input.kind === 'webhook' ? sealed(caller.tenantId) : undefined
        const row = { kind: input.kind, signing_secret: minted?.row ?? null, created_by_name: caller.actor.name, ...settingsOf(input) }
        const logStreamId = await insertStream(
          tx,
          { ...row, log_stream_name: input.logStreamName, address: input.address },
          firstIdAt(now()),
        )
        return { ...(await show(tx, logStreamId)), secret: minted?.secret ?? null }
      })
    },

    /** @throws not_found, version_conflict, log_stream_name_taken, log_stream_address_invalid, log_stream_sends_nothing */
    patch: (caller: Caller, logStreamId: string, input: PatchLogStream, ifMatch: number | undefined): Promise<LogStream> =>
      change(caller, async (tx) => {
        const { kind, address } = await locked(tx, logStreamId, ifMatch)
        mustBeReachable({ kind, address: input.address ?? address }, rules)
        const changed = { ...settingsOf(input), ...pauseOf(input.isPaused) }
        if (Object.keys(changed).length > 0) await changeStream(tx, logStreamId, changed)
        // What was tried before went elsewhere, or had other events.
        await resetProgress(tx, logStreamId, now())
        return show(tx, logStreamId)
      }),

    /** @throws not_found, version_conflict */
    remove: (caller: Caller, logStreamId: string, ifMatch: number | undefined): Promise<void> =>
      change(caller, async (tx) => {
        await locked(tx, logStreamId, ifMatch)
        await deleteStream(tx, logStreamId)
      }),

    /** @throws not_found, version_conflict, log_stream_without_secret */
    rotate: (caller: Caller, logStreamId: string, ifMatch: number | undefined): Promise<MintedLogStream> =>
      change(caller, async (tx) => {
        const stream = await locked(tx, logStreamId, ifMatch)
        if (stream.signing_secret === null) throw problem('log_stream_without_secret')
        const minted = sealed(caller.tenantId)
        await changeStream(tx, logStreamId, {
          signing_secret: minted.row,
          previous_signing_secret: stream.signing_secret,
          previous_expires_at: new Date(now().getTime() + secretOverlapHours * hourMs),
        })
        return { ...(await show(tx, logStreamId)), secret: minted.secret }
      }),

    /** Sends one event outside the order of the stream. @throws not_found */
    async test(caller: Caller, logStreamId: string): Promise<Delivery> {
      const row = await withTenant(db, caller, (tx) => findStream(tx, logStreamId), { readOnly: true })
      if (!row) throw problem('not_found')
      const attempt = await timed(context, row, { id: randomUUID(), events: [testEvent(caller, row, now())] })
      return change(caller, async (tx) => {
        await locked(tx, logStreamId, undefined)
        return toDelivery(await insertDelivery(tx, { log_stream_id: logStreamId, is_test: true, ...deliveryOf(attempt) }))
      })
    },

    /** Sends again what was logged from a moment on. @throws not_found, log_stream_replay_refused */
    async replay(caller: Caller, logStreamId: string, from: Date): Promise<LogStream> {
      const { audit, system } = await keptSince(retention, caller.tenantId)
      if (from > now() || from < (audit < system ? audit : system)) throw problem('log_stream_replay_refused', {}, { field: 'from' })
      return change(caller, async (tx) => {
        await locked(tx, logStreamId, undefined)
        await resetProgress(tx, logStreamId, now(), firstIdAt(from))
        return show(tx, logStreamId)
      })
    },

    /** @throws not_found */
    deliveries: (ctx: TenantContext, logStreamId: string): Promise<{ items: Delivery[] }> =>
      withTenant(
        db,
        ctx,
        async (tx) => {
          if (!(await findStream(tx, logStreamId))) throw problem('not_found')
          return { items: (await readDeliveries(tx, logStreamId)).map(toDelivery) }
        },
        { readOnly: true },
      ),
  }
}

export type LogStreamService = ReturnType<typeof createLogStreamService>

/** @throws not_found, version_conflict */
async function locked(tx: TenantTransaction, logStreamId: string, ifMatch: number | undefined): Promise<Row<'log_stream'>> {
  const stream = await lockStream(tx, logStreamId)
  if (!stream) throw problem('not_found')
  if (ifMatch !== undefined && ifMatch !== stream.version) throw problem('version_conflict')
  return stream
}

function settingsOf(input: Omit<PatchLogStream, 'isPaused'>): RowUpdate<'log_stream'> {
  const { logStreamName, address, format, sendsAuditLog, sendsSystemLog, eventKinds } = input
  return {
    ...(logStreamName === undefined ? {} : { log_stream_name: logStreamName }),
    ...(address === undefined ? {} : { address }),
    ...(format === undefined ? {} : { format }),
    ...(sendsAuditLog === undefined ? {} : { sends_audit_log: sendsAuditLog }),
    ...(sendsSystemLog === undefined ? {} : { sends_system_log: sendsSystemLog }),
    ...(eventKinds === undefined ? {} : { event_kinds: [...new Set<string>(eventKinds)].toSorted() }),
  }
}

function pauseOf(isPaused: boolean | undefined): RowUpdate<'log_stream'> {
  if (isPaused === undefined) return {}
  return { is_paused: isPaused, pause_reason: isPaused ? 'by_hand' : null }
}

const toDelivery = (row: Row<'log_stream_delivery'>): Delivery => ({
  deliveryId: row.log_stream_delivery_id,
  attemptedAt: row.attempted_at.toISOString(),
  isTest: row.is_test,
  outcome: row.outcome,
  status: row.status,
  fault: row.fault,
  detail: row.detail,
  durationMs: row.duration_ms,
  events: row.events,
  batchId: row.batch_id,
})
