import { sql } from 'kysely'
import { executePrepared } from '../db/prepared.ts'
import type { TenantTransaction } from '../db/tenant.ts'
import type { Client } from '../http/client.ts'
import { recordEvent } from '../system-log/record.ts'
import type { AccountRow } from './queries.ts'

/** What is unusual about a sign-in, for the system log. It refuses nothing, and uses only what the log has already. */

/** Sign-ins that an hour is compared with: of so many days, at most so many. */
const comparedDays = 90
const comparedSignIns = 500
/** Fewer sign-ins, or on fewer days, are no habit. */
const fewestSignIns = 20
const fewestDays = 10
/** How many hours around it a person must never have signed in for an hour to be unusual. */
const hoursAround = 3

/** When a person signed in before. */
export interface SignInHabit {
  signIns: number
  /** Different days (UTC). */
  days: number
  /** Hours of the day (UTC), 0 to 23. */
  hours: readonly number[]
}

/** Hours between two hours of the day, the shorter way around midnight: 0 to 12. */
export function hoursApart(a: number, b: number): number {
  const apart = Math.abs(a - b)
  return Math.min(apart, 24 - apart)
}

/** Whether a person who signs in regularly never did within three hours of this one. */
export const isUnusualHour = ({ signIns, days, hours }: SignInHabit, hour: number): boolean =>
  signIns >= fewestSignIns && days >= fewestDays && hours.every((one) => hoursApart(one, hour) > hoursAround)

/** Whether the hour of a sign-in is unusual, by the clock of the log. One range of an index that has all its columns. */
export async function isAtUnusualHour(tx: TenantTransaction, { tenant_id: tenantId, user_id: userId }: AccountRow): Promise<boolean> {
  const { rows } = await executePrepared(
    tx,
    sql<SignInHabit & { hour: number }>`
    select count(*)::int as "signIns", count(distinct (occurred_at at time zone 'UTC')::date)::int as days,
           coalesce(array_agg(distinct extract(hour from occurred_at at time zone 'UTC')::int), '{}') as hours,
           extract(hour from now() at time zone 'UTC')::int as hour
      from (select occurred_at from system_log
             where tenant_id = ${tenantId}::uuid and user_id = ${userId}::uuid and kind = 'sign_in' and outcome = 'success'
               and occurred_at > now() - make_interval(days => ${comparedDays}) and occurred_at < now()
             order by occurred_at desc limit ${comparedSignIns}) earlier`,
  )
  return rows.some(({ hour, ...habit }) => isUnusualHour(habit, hour))
}

/** Records what is unusual about a sign-in beside it. */
export async function recordRisks(
  tx: TenantTransaction,
  account: AccountRow,
  { address, userAgent }: Client,
  found: { sessionId: string; isNewBrowser: boolean; isUnusualHour: boolean },
): Promise<void> {
  const who = { userId: account.user_id, username: account.username, address, userAgent }
  const event = { outcome: 'success', ...who, details: { sessionId: found.sessionId } } as const
  if (found.isNewBrowser) await recordEvent(tx, { kind: 'sign_in_new_browser', ...event })
  if (found.isUnusualHour) await recordEvent(tx, { kind: 'sign_in_unusual_hour', ...event })
}
