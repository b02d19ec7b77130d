import type { Db } from '../db/pool.ts'
import { type TenantContext, lastly, noteChange, tenantIdOf, withTenant } from '../db/tenant.ts'
import type { Transaction } from 'kysely'
import { sql } from 'kysely'
import type { EventDetail, OtherEventKind, UserEventKind } from '@steward/contract/catalog/activity'
import { executePrepared } from '../db/prepared.ts'
import type { Database } from '../db/types.ts'
import type { Caller } from '../http/caller.ts'
import { userAgentLength } from '../http/client.ts'

/** What an event has besides; each name has its label in the console. */
export type EventDetails = Partial<Record<EventDetail, string | number | boolean>>

/** An event in the system log (product decisions, "System log"). */
export type SystemEvent = {
  outcome: 'success' | 'failure'
  username?: string
  /** The IP address of the client. */
  address?: string
  userAgent?: string
  details?: EventDetails
} & ({ kind: UserEventKind; userId?: string } | { kind: OtherEventKind; userId?: undefined })

/**
 * Writes an event to the tenant's system log, in the transaction of the event. Tenant and request come from the transaction; an
 * owner's transaction must have a tenant.
 */
export async function recordEvent(tx: Transaction<Database>, event: SystemEvent): Promise<void> {
  noteChange(tx, 'system_log')
  await executePrepared(
    tx,
    sql`
    insert into system_log (tenant_id, kind, outcome, user_id, username, address, user_agent, request_id, details)
    values (${tenantIdOf(tx)}::uuid, ${event.kind}, ${event.outcome}, ${event.userId ?? null}, ${event.username ?? ''},
            ${event.address ?? null}::inet, ${(event.userAgent ?? '').slice(0, userAgentLength)},
            nullif(current_setting('steward.request_id', true), ''), ${JSON.stringify(event.details ?? {})}::jsonb)
  `,
  )
}

/** The same for any number of events in one statement. */
export async function recordEvents(tx: Transaction<Database>, events: readonly SystemEvent[]): Promise<void> {
  if (events.length === 0) return
  noteChange(tx, 'system_log')
  await sql`
    insert into system_log (tenant_id, kind, outcome, user_id, username, address, user_agent, request_id, details)
    select ${tenantIdOf(tx)}::uuid, kind, outcome, "userId", coalesce(username, ''), address, left(coalesce("userAgent", ''), ${userAgentLength}),
           nullif(current_setting('steward.request_id', true), ''), coalesce(details, '{}')
      from jsonb_to_recordset(${JSON.stringify(events)}::jsonb)
        as event (kind text, outcome text, "userId" uuid, username text, address inet, "userAgent" text, details jsonb)`.execute(tx)
}

/** Writes an event in a transaction of its own. */
export const recordAlone = (db: Db, ctx: TenantContext, event: SystemEvent): Promise<void> =>
  withTenant(db, ctx, (tx) => lastly(tx, () => recordEvent(tx, event)))

/** Writes to the log of every tenant, for changes of the operator that affect all of them; in an owner's transaction. */
export async function recordEverywhere(tx: Transaction<Database>, event: SystemEvent): Promise<void> {
  await sql`
    insert into system_log (tenant_id, kind, outcome, username, user_agent, details)
    select tenant_id, ${event.kind}, ${event.outcome}, ${event.username ?? ''}, ${(event.userAgent ?? '').slice(0, userAgentLength)},
           ${JSON.stringify(event.details ?? {})}::jsonb
      from tenant`.execute(tx)
}

/** The caller as shown in the system log. */
export function originOf({ actor, address, userAgent }: Caller): Pick<SystemEvent, 'userId' | 'username' | 'address' | 'userAgent'> {
  return { userId: actor.type === 'user' ? actor.id : undefined, username: actor.name, address, userAgent }
}
