import type { Readable } from 'node:stream'
import { problem } from '@steward/contract/errors'
import type { QueryOf } from '@steward/contract/http'
import type { listSystemLog } from '@steward/contract/system-log/endpoints'
import type { SystemEvent } from '@steward/contract/system-log/schemas'
import type { CsvSource } from '../db/csv-copy.ts'
import type { Plan } from '../db/log-slice.ts'
import type { Db } from '../db/pool.ts'
import { type TenantContext, type TenantTransaction, fromReplica, withTenant } from '../db/tenant.ts'
import { streamExport } from '../exports/stream-export.ts'
import type { Caller } from '../http/caller.ts'
import { logPageOf, readKeptCursor } from '../http/log-paging.ts'
import type { LogRetention } from '../tenants/settings/retention.ts'
import { eventsPart, toEvent } from './events.ts'
import { type SystemLogFilter, planOf } from './filter.ts'
import { type CountedStep, countHours } from './hours.ts'
import { type Step, countEvents, countExamined, exportedEvents, findEvent, firstEventAt, readSlice } from './queries.ts'

const hour = 3_600_000
const lengths = { hour, day: 24 * hour } as const
/** Ranges up to this are counted by the hour. */
const longestByHour = 8 * lengths.day

export interface SystemEventContext {
  db: Db
  retention: LogRetention
  now(): Date
}

/** Reads the system log. */
export function createSystemEventService({ db, retention, now }: SystemEventContext) {
  const keptOf = (tenantId: string) => retention.of(tenantId, 'systemLog')

  async function exported(tenantId: string, filter: SystemLogFilter): Promise<CsvSource> {
    return exportedEvents(db.kysely, tenantId, planOf(filter, now(), (await keptOf(tenantId)).since))
  }

  return {
    /** @throws invalid_request */
    async list(ctx: TenantContext, query: QueryOf<typeof listSystemLog>) {
      const page = logPageOf(query)
      const kept = await keptOf(ctx.tenantId)
      const plan = planOf(query, now(), kept.since)
      const slice = await withTenant(db, ctx, (tx) => readSlice(tx, plan, page), fromReplica)
      return { ...eventsPart(page, slice, plan.range), keptDays: kept.days }
    },

    /** @throws not_found */
    async get(ctx: TenantContext, cursor: string): Promise<SystemEvent> {
      const position = readKeptCursor(cursor, (await keptOf(ctx.tenantId)).since)
      const row = position && (await withTenant(db, ctx, (tx) => findEvent(tx, position), fromReplica))
      if (row === undefined) throw problem('not_found')
      return toEvent(row)
    },

    /** @throws invalid_request */
    async histogram(ctx: TenantContext, filter: SystemLogFilter) {
      const kept = await keptOf(ctx.tenantId)
      const plan = planOf(filter, now(), kept.since)
      const until = plan.range.until === undefined ? now() : new Date(plan.range.until)
      return withTenant(
        db,
        ctx,
        async (tx) => {
          const isOpen = filter.from === undefined && filter.until !== undefined
          const start = isOpen || plan.range.from === undefined ? await firstEventAt(tx, kept.since) : new Date(plan.range.from)
          const from = start !== undefined && start < until ? start : until
          const step: Step = until.getTime() - from.getTime() <= longestByHour ? 'hour' : 'day'
          const { steps, examinedTo } = await countSteps(tx, plan, filter, { from, until, step })
          const counted = new Map<number, { success: number; failure: number }>()
          for (const { at, success, failure } of steps) {
            const before = counted.get(at.getTime())
            counted.set(at.getTime(), { success: success + (before?.success ?? 0), failure: failure + (before?.failure ?? 0) })
          }
          const buckets = stepsOf(from, until, step).map((at) => ({
            at: new Date(at).toISOString(),
            success: counted.get(at)?.success ?? 0,
            failure: counted.get(at)?.failure ?? 0,
          }))
          return {
            step,
            from: from.toISOString(),
            until: until.toISOString(),
            countedFrom: examinedTo?.toISOString() ?? null,
            buckets,
          }
        },
        fromReplica,
      )
    },

    /**
     * The filtered log as CSV; the export is recorded in it.
     * @throws invalid_request
     */
    export: async (caller: Caller, filter: SystemLogFilter): Promise<Readable> =>
      streamExport(db, caller, 'system-log', await exported(caller.tenantId, filter)),

    /** For exports in the background. */
    exported,
  }
}

export type SystemEventService = ReturnType<typeof createSystemEventService>

/**
 * A text is compared with the newest events only. Without a user or an address, full hours are kept counts and only what is beside
 * them in the range is counted.
 */
async function countSteps(
  tx: TenantTransaction,
  plan: Plan,
  filter: SystemLogFilter,
  { from, until, step }: { from: Date; until: Date; step: Step },
): Promise<{ steps: CountedStep[]; examinedTo?: Date | undefined }> {
  if (filter.search) return countExamined(tx, plan, step)
  if (filter.userId?.length || filter.address !== undefined) return { steps: await countEvents(tx, plan, step) }
  const full = {
    from: new Date(Math.ceil(from.getTime() / hour) * hour),
    until: new Date((plan.range.until === undefined ? Math.ceil : Math.floor)(until.getTime() / hour) * hour),
  }
  if (full.from >= full.until) return { steps: await countEvents(tx, plan, step) }
  const part = (range: { from: Date; until: Date }) =>
    range.from < range.until
      ? countEvents(tx, { ...plan, range: { from: range.from.toISOString(), until: range.until.toISOString() } }, step)
      : []
  return {
    steps: [
      ...(await part({ from, until: full.from })),
      ...(await countHours(tx, filter, { ...full, step })),
      ...(await part({ from: full.until, until })),
    ],
  }
}

/** The starts of all steps that a range touches, in ms. */
function stepsOf(from: Date, until: Date, step: Step): number[] {
  const length = lengths[step]
  const first = Math.floor(from.getTime() / length) * length
  return Array.from({ length: Math.ceil((until.getTime() - first) / length) }, (_, index) => first + index * length)
}
