import type { Readable } from 'node:stream'
import { problem } from '@steward/contract/errors'
import type { QueryOf } from '@steward/contract/http'
import type { Language } from '@steward/contract/languages'
import type { ProvisioningEventDetail } from '@steward/contract/provisioning/schemas'
import type { exportProvisioningEvents, listProvisioningEvents } from '@steward/contract/provisioning/endpoints'
import type { Db } from '../db/pool.ts'
import { type TenantContext, fromReplica, withTenant } from '../db/tenant.ts'
import { streamExport } from '../exports/stream-export.ts'
import { originOf, recordAlone } from '../system-log/record.ts'
import type { RunScimOperation } from './scim/operation.ts'
import type { ScimCaller, ScimMethod, ScimRequest } from './scim/types.ts'
import {
  type EventRow,
  exportedEvents,
  findEvent,
  isReplayable,
  nextEventId,
  readEventPage,
  readHours,
  toEvent,
  toEventDetail,
} from './event-queries.ts'
import type { Caller } from '../http/caller.ts'

export interface EventOptions {
  db: Db
  /** Runs a SCIM operation and records it in the log. */
  run: RunScimOperation
  /** The base URL of a tenant's resources. */
  baseUrlOf(tenantId: string): Promise<string>
}

/** Reads the provisioning log and replays failed operations. */
export function createEventService({ db, run, baseUrlOf }: EventOptions) {
  async function find(ctx: TenantContext, eventId: string): Promise<EventRow> {
    const row = await withTenant(db, ctx, (tx) => findEvent(tx, eventId), { readOnly: true })
    if (!row) throw problem('not_found')
    return row
  }

  return {
    async list(ctx: TenantContext, { limit, offset, ...filter }: QueryOf<typeof listProvisioningEvents>, language: Language) {
      const page = await withTenant(db, ctx, (tx) => readEventPage(tx, filter, { limit, offset }), fromReplica)
      const items = page.rows.map((row) => toEvent(row, language))
      return { count: items.length, items, limit, offset, totalCount: page.totalCount, totalIsExact: page.totalIsExact }
    },

    /** The operations of each of the last 24 hours. */
    async hours(ctx: TenantContext) {
      const { hours, isComplete } = await withTenant(db, ctx, readHours, fromReplica)
      return { hours: hours.map(({ hour, ...counts }) => ({ hour: hour.toISOString(), ...counts })), isComplete }
    },

    /** The filtered log as CSV; the export is recorded in the system log. */
    async export(caller: Caller, filter: QueryOf<typeof exportProvisioningEvents>): Promise<Readable> {
      return streamExport(db, caller, 'provisioning', exportedEvents(db, caller.tenantId, filter))
    },

    /** @throws not_found */
    async get(ctx: TenantContext, eventId: string, language: Language): Promise<ProvisioningEventDetail> {
      return toEventDetail(await find(ctx, eventId), language)
    },

    /**
     * Replays a failed operation as the provider, on behalf of the administrator; with `dryRun` nothing is changed. Returns the
     * log entry of the replay.
     * @throws not_found, event_not_replayable
     */
    async replay(caller: Caller, eventId: string, dryRun: boolean, language: Language): Promise<ProvisioningEventDetail> {
      const original = await find(caller, eventId)
      if (!isReplayable(original)) throw problem('event_not_replayable')
      const replayId = await withTenant(db, caller, nextEventId, { readOnly: true })
      await run(await callerOf(caller, original, replayId), requestOf(original), { dryRun })
      const row = await find(caller, replayId)
      if (!dryRun) {
        await recordAlone(db, caller, {
          kind: 'provisioning_replayed',
          outcome: row.status < 400 ? 'success' : 'failure',
          ...originOf(caller),
          details: { eventId, operation: original.operation, name: original.resource_name, status: row.status },
        })
      }
      return toEventDetail(row, language)
    },
  }

  async function callerOf(caller: Caller, original: EventRow, eventId: string): Promise<ScimCaller> {
    const by = caller.actor.name
    return {
      tenantId: caller.tenantId,
      requestId: caller.requestId,
      address: caller.address,
      userAgent: caller.userAgent,
      baseUrl: await baseUrlOf(caller.tenantId),
      actor: { type: 'scim', id: original.scim_token_id ?? caller.actor.id, name: `${original.token_name} (${by})` },
      replay: { of: original.provisioning_event_id, by, eventId, tokenName: original.token_name },
    }
  }
}

export type EventService = ReturnType<typeof createEventService>

/** The operation as received, without its version precondition, which is outdated by now. */
function requestOf(row: EventRow): ScimRequest {
  const { pathname, searchParams } = new URL(row.path, 'http://scim.invalid')
  return {
    method: row.method as ScimMethod, // as received by the port
    path: pathname,
    query: Object.fromEntries(searchParams),
    body: row.body === null ? undefined : (JSON.parse(row.body) as unknown),
  }
}
