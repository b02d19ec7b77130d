import { sql } from 'kysely'
import type { FastifyInstance, onResponseHookHandler } from 'fastify'
import type { Logger } from 'pino'
import type { Db } from '../db/pool.ts'
import { asOwner } from '../db/tenant.ts'
import { UsageCounters } from './counters.ts'

const flushEveryMs = 5_000

export interface UsageOptions {
  db: Db
  log: Logger
  now: () => Date
}

export interface UsageRecorder {
  /** Counts this server's responses from now on. */
  attach(http: FastifyInstance): void
  /** Writes the current counts. */
  flush(): Promise<void>
  /** Writes the rest and stops. */
  close(): Promise<void>
}

/** Counts calls of signed-in principals, first in memory and shortly after in the database, so that calls wait for neither. */
export function createUsageRecorder({ db, log, now }: UsageOptions): UsageRecorder {
  const counters = new UsageCounters()
  const note: onResponseHookHandler = (request, reply, done) => {
    // Not read from the route: `routeOptions` creates an object with all of them on each access.
    const { principal, endpointId } = request
    // Services don't count as a tenant's use of the API.
    if (principal && principal.type !== 'service' && endpointId !== undefined) {
      counters.note({
        principal,
        endpointId,
        status: reply.statusCode,
        durationMs: reply.elapsedTime,
        at: now().getTime(),
        origin: () => ({ address: request.ip, requestId: request.id }),
      })
    }
    done()
  }

  async function flush(): Promise<void> {
    const taken = counters.take()
    if (taken.counts.length === 0) return
    try {
      await write(db, taken)
    } catch (error) {
      counters.putBack(taken)
      log.warn({ err: error }, 'the usage of the API was not saved; it is kept for the next time')
    }
  }

  // One at a time, so that the next write can't overtake a slow one.
  let writing = Promise.resolve()
  const flushNext = () => (writing = writing.then(flush))
  const timer = setInterval(() => void flushNext(), flushEveryMs)
  timer.unref()
  return {
    attach: (http) => void http.addHook('onResponse', note),
    flush: flushNext,
    async close() {
      clearInterval(timer)
      await flushNext()
    },
  }
}

async function write(db: Db, { counts, failures }: ReturnType<UsageCounters['take']>): Promise<void> {
  await asOwner(db, 'maintenance', async (tx) => {
    // In the order of the key, so that concurrent processes wait for each other instead of deadlocking.
    await sql`
      insert into api_usage (tenant_id, hour, caller_type, caller_id, endpoint_id, caller_name, calls, client_errors, server_errors,
                             durations, last_call_at)
      select "tenantId", to_timestamp(hour / 1000.0), "callerType", "callerId", "endpointId", "callerName", calls, "clientErrors", "serverErrors",
             (select array_agg(n::bigint order by i) from json_array_elements_text(durations) with ordinality as d (n, i)),
             to_timestamp("lastCallAt" / 1000.0)
        from json_to_recordset(${JSON.stringify(counts)}::json)
             as c ("tenantId" uuid, hour bigint, "callerType" text, "callerId" uuid, "endpointId" text, "callerName" text, calls bigint,
                   "clientErrors" bigint, "serverErrors" bigint, durations json, "lastCallAt" bigint)
       order by "tenantId", hour, "callerType", "callerId", "endpointId"
      on conflict on constraint api_usage_pk do update set
        calls = api_usage.calls + excluded.calls, client_errors = api_usage.client_errors + excluded.client_errors,
        server_errors = api_usage.server_errors + excluded.server_errors, durations = add_counts(api_usage.durations, excluded.durations),
        caller_name = excluded.caller_name, last_call_at = greatest(api_usage.last_call_at, excluded.last_call_at)`.execute(tx)
    if (failures.length === 0) return
    await sql`
      insert into api_failure (tenant_id, occurred_at, api_key_id, api_key_name, endpoint_id, status, duration_ms, address, request_id)
      select "tenantId", to_timestamp("occurredAt" / 1000.0), "apiKeyId", "apiKeyName", "endpointId", status, "durationMs", address, "requestId"
        from json_to_recordset(${JSON.stringify(failures)}::json)
             as f ("tenantId" uuid, "occurredAt" bigint, "apiKeyId" uuid, "apiKeyName" text, "endpointId" text, status int,
                   "durationMs" int, address inet, "requestId" text)`.execute(tx)
  })
}

/** Deletes data older than the longest range. */
export async function cleanApiUsage(db: Db): Promise<void> {
  await asOwner(db, 'maintenance', async (tx) => {
    await sql`delete from api_usage where hour < now() - interval '100 days'`.execute(tx)
    await sql`delete from api_failure where occurred_at < now() - interval '30 days'`.execute(tx)
  })
}
