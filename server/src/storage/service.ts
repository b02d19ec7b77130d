import type { QueryOf } from '@steward/contract/http'
import { archiveMetric } from '@steward/contract/storage/constants'
import type { getStorage } from '@steward/contract/storage/endpoints'
import type { Storage } from '@steward/contract/storage/schemas'
import type { Db } from '../db/pool.ts'
import { type TenantContext, fromReplica, withTenant } from '../db/tenant.ts'
import type { Principal } from '../http/principal.ts'
import type { UsageService } from '../usage/service.ts'
import { readLast, readLimit } from './queries.ts'

/** What the archive of a tenant's data vault holds. */
export function createStorageService({ db, now, usage }: { db: Db; now: () => Date; usage: UsageService }) {
  return {
    /** @throws forbidden without access to the usage of the data vault */
    async read(principal: Principal, ctx: TenantContext, { days }: QueryOf<typeof getStorage>): Promise<Storage> {
      const { from, until, step, series } = await usage.metrics(principal, ctx, { ...archiveMetric, days })
      const { last, limit } = await withTenant(
        db,
        ctx,
        async (tx) => ({ last: await readLast(tx), limit: await readLimit(tx, now()) }),
        fromReplica,
      )
      return {
        from,
        until,
        step,
        usedBytes: last?.bytes ?? null,
        limitBytes: limit,
        lastReadingAt: last?.at.toISOString() ?? null,
        points: (series[0]?.points ?? []).map(({ at, mean, peak }) => ({ at, average: mean, peak })),
      }
    },
  }
}

export type StorageService = ReturnType<typeof createStorageService>
