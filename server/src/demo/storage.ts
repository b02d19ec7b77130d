import { randomUUID } from 'node:crypto'
import type { StorageBatch } from '@steward/contract/storage/schemas'
import type { Db } from '../db/pool.ts'
import { ingestArchive } from '../storage/ingest.ts'

/**
 * What the archive of the demo company's data vault held in the last months, as the data vault could have reported it: it grows on
 * working days, the retention of every fourth week removes some, and while it archives at night it holds copies.
 */

const terabyte = 1_000_000_000_000
const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs
const weekMs = 7 * dayMs
const usedDays = 91
/** Just below the licensed 100 TB, also at night. */
const usedNow = 93.2 * terabyte
const addedPerWeek = 2.6 * terabyte
const removedEveryFourWeeks = 4.1 * terabyte
const copiesAtNight = 1.7 * terabyte

/** Sends the demo company's readings. `now` in ms since 1970. */
export async function addStorage(db: Db, tenantId: string, tenantName: string, now: number): Promise<void> {
  const service = { type: 'service', tenantId, id: 'demo', name: 'Demo data vault' } as const
  await ingestArchive({ db, now: () => new Date(now) }, service, 'demo-storage', {
    tenantName,
    batchId: randomUUID(),
    readings: storageReadings(now),
  })
}

/** Two readings an hour, and one for now; the same on every machine. */
export function storageReadings(now: number): StorageBatch['readings'] {
  const lastHour = Math.floor(now / hourMs) * hourMs
  const hours = Array.from({ length: usedDays * 24 }, (_, index) => lastHour - (usedDays * 24 - index) * hourMs)
  const last = Math.max(lastHour, now - 2 * minuteMs)
  return [...hours.flatMap((hour) => [hour + 25 * minuteMs, hour + 55 * minuteMs]), last].map((at) => ({
    at: new Date(at).toISOString(),
    usedBytes: Math.round(usedNow - (keptAt(last) - keptAt(at)) + copiesAt(at)),
  }))
}

/** The bytes added and removed since the first Monday of 1970. */
function keptAt(at: number): number {
  const sinceMonday = at - 4 * dayMs
  const weeks = Math.floor(sinceMonday / weekMs)
  const workingDays = Math.min(5, (sinceMonday - weeks * weekMs) / dayMs)
  return (weeks + workingDays / 5) * addedPerWeek - Math.floor(weeks / 4) * removedEveryFourWeeks
}

/** From 22:00 to 3:00 UTC on working days, most of them in the middle of it. */
function copiesAt(at: number): number {
  const day = new Date(at - 3 * hourMs).getUTCDay()
  const sinceTen = (at - 22 * hourMs) % dayMs
  if (day === 0 || day === 6 || sinceTen > 5 * hourMs) return 0
  return copiesAtNight * Math.sin((Math.PI * sinceTen) / (5 * hourMs)) * (0.7 + 0.3 * Math.sin(at / dayMs))
}
