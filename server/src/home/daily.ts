import { sql } from 'kysely'
import type { DailyCount } from '@steward/contract/home/schemas'
import { executePrepared } from '../db/prepared.ts'
import { type TenantTransaction, tenantIdOf } from '../db/tenant.ts'

/** The days of the figures, with today. */
export const shownDays = 30

/** What is counted by the day, as the triggers of the logs name it. */
export type CountedEvent = 'sign_in' | 'sign_in_failed' | 'provisioning_failed'

export interface CountRow {
  day: string
  event: CountedEvent
  n: number
}

const dayMs = 86_400_000
const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10)

/** The counts of one kind for each of the last days (UTC), with those without any. */
export function daysOf(rows: readonly CountRow[], event: CountedEvent, now: Date): DailyCount[] {
  const counts = new Map(rows.filter((row) => row.event === event).map(({ day, n }) => [day, n]))
  return Array.from({ length: shownDays }, (_, index) => {
    const day = dayOf(now.getTime() - (shownDays - 1 - index) * dayMs)
    return { day, count: counts.get(day) ?? 0 }
  })
}

/** Kept counts of the last days: a few rows a day, however many events there are. */
export async function readDailyCounts(tx: TenantTransaction, events: readonly CountedEvent[], now: Date): Promise<CountRow[]> {
  const { rows } = await executePrepared(
    tx,
    sql<CountRow>`
    select to_char(day, 'YYYY-MM-DD') as day, event, sum(n)::int as n from event_day
     where tenant_id = ${tenantIdOf(tx)}::uuid and day > ${dayOf(now.getTime() - shownDays * dayMs)}::date and event = any(${[...events]}::text[])
     group by day, event`,
  )
  return rows
}
