import { z } from 'zod'
import { archiveMetric } from '@steward/contract/storage/constants'
import type { UsageReading } from '@steward/contract/usage/schemas'
import { type JobKind, type Task, addJobs, taskFor } from '../background/jobs.ts'
import type { Db } from '../db/pool.ts'
import { type TenantTransaction, systemContext, tenantIdOf, withTenant } from '../db/tenant.ts'
import type { Message } from '../notifications/publish.ts'
import { readLimit } from './queries.ts'
import { type ArchiveReading, turningPoints } from './turning-points.ts'

/**
 * Tells people with access to the data vault when its archive exceeds the license: once, and again after it fell to the limit.
 * Checked in the background after readings arrive, and after the license changed.
 */

/** Without readings, only the last one that was checked is compared with the limit as it is now. */
const payload = z.strictObject({ tenantId: z.uuid(), readings: z.array(z.strictObject({ at: z.number(), bytes: z.number() })) })
const checkJob: JobKind<z.output<typeof payload>> = { name: 'check_archive_storage', payload, maxAttempts: 10 }

/** Queues a check if some of the readings are about the archive, when the transaction commits. */
export async function checkReadings(tx: TenantTransaction, tenantId: string, readings: readonly UsageReading[]): Promise<void> {
  const ofArchive = readings.filter(
    ({ productCode, metricName, resourceGroupId }) =>
      productCode === archiveMetric.productCode && metricName === archiveMetric.metricName && resourceGroupId === undefined,
  )
  const turns = turningPoints(ofArchive.map(({ at, value }) => ({ at: Date.parse(at), bytes: value })))
  if (turns.length > 0) await addJobs(tx, checkJob, [{ tenantId, readings: turns }])
}

/** Queues a check for when the transaction commits, which changes licenses. */
export const checkLimit = (tx: Parameters<typeof addJobs>[0], tenantId: string): Promise<void> =>
  addJobs(tx, checkJob, [{ tenantId, readings: [] }])

export interface CheckPorts {
  db: Db
  now: () => Date
  publish(tx: TenantTransaction, message: Message): Promise<void>
}

/** Compares readings with the limit; what was told is saved in the same transaction. */
export function checkTask({ db, now, publish }: CheckPorts): Task {
  return taskFor(checkJob, ({ tenantId, readings }) =>
    withTenant(db, systemContext(tenantId), async (tx) => {
      if (readings.length > 0) await remember(tx)
      const told = await lockTold(tx)
      if (!told) return
      const limit = await readLimit(tx, now())
      const checkedUntil = told.checked_until?.getTime() ?? -Infinity
      // Late readings say nothing about now. The last one that was checked is compared again: the limit can be another by now.
      const news = readings.filter(({ at }) => at > checkedUntil)
      const known = Number.isFinite(checkedUntil) ? [{ at: checkedUntil, bytes: told.checked_bytes }] : []
      // Without a limit, what was told stays: a license that ended and is renewed isn't a crossing.
      const seen = limit === null ? { isExceeded: told.is_exceeded } : follow(told.is_exceeded, [...known, ...news], limit)
      const last = news.at(-1)
      await tx
        .updateTable('storage_alert')
        .set({
          is_exceeded: seen.isExceeded,
          ...(last ? { checked_until: new Date(last.at), checked_bytes: last.bytes } : {}),
        })
        .execute()
      if (seen.peak === undefined || limit === null) return
      await publish(tx, { messageType: 'DataVaultStorageExceeded', parameters: { used: seen.peak, limit } })
    }),
  )
}

/** Whether the limit is exceeded after these readings, and their peak if they rose above it. */
function follow(
  wasExceeded: boolean,
  readings: readonly ArchiveReading[],
  limit: number,
): { isExceeded: boolean; peak?: number | undefined } {
  let isExceeded = wasExceeded
  let peak: number | undefined
  for (const { bytes } of readings) {
    const exceeds = bytes > limit
    if (exceeds && (!isExceeded || peak !== undefined)) peak = Math.max(peak ?? 0, bytes)
    isExceeded = exceeds
  }
  return { isExceeded, peak }
}

const remember = (tx: TenantTransaction) =>
  tx
    .insertInto('storage_alert')
    .values({ tenant_id: tenantIdOf(tx) })
    .onConflict((conflict) => conflict.doNothing())
    .execute()

/** What was told so far, if there were readings at all; concurrent checks of the tenant wait here. */
const lockTold = (tx: TenantTransaction) =>
  tx.selectFrom('storage_alert').select(['is_exceeded', 'checked_until', 'checked_bytes']).forUpdate().executeTakeFirst()
