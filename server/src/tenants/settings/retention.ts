import { changesKeptDays } from '@steward/contract/changes/constants'
import { logRetentionSchema } from '@steward/contract/rules/settings-schemas'
import { type MonthArchive, dropLogPartitions } from '../../db/log-partitions.ts'
import type { Db } from '../../db/pool.ts'
import { asOwner } from '../../db/tenant.ts'
import type { Policies } from './policies.ts'
import { readKeyOfEachTenant } from './queries.ts'
import { type KeptDays, type LogLimits, type LogName, keptDaysOf } from './retention-limits.ts'

const dayMs = 86_400_000

/** How long a tenant's log is kept, and since when its entries are answered. */
export interface Kept {
  days: number
  since: Date
}

/** Where months go before they are dropped, of the logs that are archived. */
export type Archives = { readonly [K in LogName]?: MonthArchive | undefined }

/** How long the audit log and the system log are kept (docs/adr/031). */
export interface LogRetention {
  of(tenantId: string, log: LogName): Promise<Kept>
  /**
   * Drops the months of the logs, and of changes, that no tenant keeps anything in. Returns the names of their partitions.
   * @param archives take months of their logs before
   * @throws if a month could not be dropped; the others are
   */
  dropMonths(archives?: Archives): Promise<string[]>
}

export function createLogRetention(
  db: Db,
  policies: Pick<Policies, 'of'>,
  { limits, now }: { limits: LogLimits; now: () => Date },
): LogRetention {
  const since = (days: number) => new Date(now().getTime() - days * dayMs)

  async function keptByTenant(): Promise<{ tenantId: string; kept: KeptDays }[]> {
    const rows = await asOwner(db, 'maintenance', (tx) => readKeyOfEachTenant(tx, 'logRetention'), { readOnly: true })
    return rows.map(({ tenant_id: tenantId, value }) => ({
      tenantId,
      kept: keptDaysOf(logRetentionSchema.parse(value === null ? {} : JSON.parse(value)), limits),
    }))
  }

  return {
    async of(tenantId, log) {
      const { keptDays } = await policies.of(tenantId)
      return { days: keptDays[log], since: since(keptDays[log]) }
    },
    async dropMonths(archives = {}) {
      const tenants = await keptByTenant()
      const keptIn = (log: LogName) => tenants.map(({ tenantId, kept }) => ({ tenantId, since: since(kept[log]) }))
      const changes = tenants.map(({ tenantId }) => ({ tenantId, since: since(changesKeptDays) }))
      const dropped: string[] = []
      const failed: unknown[] = []
      // The logs that can be archived come last: that can take long, and fails without the storage.
      for (const drop of [
        () => dropLogPartitions(db, 'change_record', changes),
        () => dropLogPartitions(db, 'row_image', changes),
        () => dropLogPartitions(db, 'system_log', keptIn('systemLog'), archives.systemLog),
        () => dropLogPartitions(db, 'audit_entry', keptIn('auditLog'), archives.auditLog),
      ]) {
        await drop().then(
          (names) => dropped.push(...names),
          (error: unknown) => failed.push(error),
        )
      }
      if (failed.length > 0) throw new AggregateError(failed, 'Months of logs could not be dropped')
      return dropped
    },
  }
}
