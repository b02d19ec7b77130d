import { sql } from 'kysely'
import { problem } from '@steward/contract/errors'
import type { ResponseOf } from '@steward/contract/http'
import type { ingestSystemLog } from '@steward/contract/system-log/endpoints'
import type { IngestSystemLog } from '@steward/contract/system-log/schemas'
import type { Db } from '../db/pool.ts'
import { type TenantTransaction, asOwner, noteChange, tenantIdOf, withTenant } from '../db/tenant.ts'
import type { Principal } from '../http/principal.ts'
import { collectErrors } from '../service-tokens/ingest-errors.ts'
import { tenantReachedBy } from '../service-tokens/tenant-scope.ts'

/** How late events can arrive. */
export const longestDelayDays = 92

type Event = IngestSystemLog['events'][number]

/** How services report events. */
export type TakeEvents = (service: Principal, requestId: string, batch: IngestSystemLog) => Promise<ResponseOf<typeof ingestSystemLog>>

/**
 * Takes events in one transaction of the tenant, or refuses all of them. An event is known by its id: sent again, also with another
 * time or content, it changes nothing.
 * @throws ingest_tenant_unknown, ingest_refused
 */
export async function takeEvents(
  { db, now }: { db: Db; now: () => Date },
  service: Principal,
  requestId: string,
  { tenantName, events }: IngestSystemLog,
): Promise<ResponseOf<typeof ingestSystemLog>> {
  const tenantId = await tenantReachedBy(db, service, tenantName)
  const moment = now()
  const errors = collectErrors('events', moment)
  for (const [index, event] of events.entries()) errors.checkTime(index, 'occurredAt', event.occurredAt, longestDelayDays)
  if (errors.list.length > 0) throw problem('ingest_refused', { count: errors.list.length }, { fields: [...errors.list] })
  const actor = { type: 'service', id: service.id, name: service.name } as const
  return withTenant(db, { tenantId, requestId, actor }, async (tx) => {
    const fresh = await claim(tx, events, moment)
    if (fresh.length > 0) await write(tx, fresh)
    return { tenantName, received: events.length, taken: fresh.length }
  })
}

/** The events that were not known; in the order of their ids, so that concurrent calls can't deadlock. */
async function claim(tx: TenantTransaction, events: readonly Event[], moment: Date): Promise<Event[]> {
  const byId = new Map<string, Event>()
  for (const event of events) {
    const id = event.eventId.toLowerCase()
    if (!byId.has(id)) byId.set(id, event)
  }
  const { rows } = await sql<{ event_id: string }>`
    insert into service_event (tenant_id, event_id, received_at)
    select ${tenantIdOf(tx)}::uuid, event_id, ${moment}::timestamptz from unnest(${[...byId.keys()]}::uuid[]) as event (event_id)
     order by event_id
        on conflict do nothing
    returning event_id`.execute(tx)
  return rows.flatMap(({ event_id }) => byId.get(event_id) ?? [])
}

async function write(tx: TenantTransaction, events: readonly Event[]): Promise<void> {
  const tenantId = tenantIdOf(tx)
  await sql`
    insert into system_log (tenant_id, occurred_at, kind, outcome, user_id, username, address, user_agent, request_id, details)
    select ${tenantId}::uuid, "occurredAt", kind, outcome, u.user_id, event.username, address, "userAgent", "requestId", details
      from json_to_recordset(${JSON.stringify(events)}::json)
        as event ("occurredAt" timestamptz, kind text, outcome text, username text, address inet, "userAgent" text,
                  "requestId" text, details jsonb)
      left join app_user u on u.tenant_id = ${tenantId}::uuid and u.username_key = lower(event.username)`.execute(tx)
  noteChange(tx, 'system_log')
}

/** Deletes ids of events that can't be sent again: they would be too late by now. */
export async function forgetEvents(db: Db, now: Date): Promise<void> {
  // An event can be slightly later than its arrival (the service's clock can be ahead): one more day is enough.
  const before = new Date(now.getTime() - (longestDelayDays + 1) * 86_400_000)
  await asOwner(db, 'maintenance', (tx) => tx.deleteFrom('service_event').where('received_at', '<', before).execute())
}
