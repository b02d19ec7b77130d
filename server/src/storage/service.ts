import { problem } from '@steward/contract/errors'
import type { QueryOf } from '@steward/contract/http'
import { archiveMetric } from '@steward/contract/storage/constants'
import type { getStorage } from '@steward/contract/storage/endpoints'
import type { Storage } from '@steward/contract/storage/schemas'
import type { Db } from '../db/pool.ts'
import { type TenantContext, withTenant } from '../db/tenant.ts'
import type { Gate, Principal } from '../http/principal.ts'
import { readPoints } from '../usage/queries.ts'
import { rangeOf, spanOf, stepOf } from '../usage/ranges.ts'
import { readLast, readLimit } from './queries.ts'

const permission = 'Monitoring.EnterpriseDataVault'

/** What the archive of a tenant's data vault holds. */
export function createStorageService({ db, now, isGranted }: { db: Db; now: () => Date; isGranted: Gate['isGranted'] }) {
  return {
    /** @throws forbidden */
    async read(principal: Principal, ctx: TenantContext, { days }: QueryOf<typeof getStorage>): Promise<Storage> {
      if (!(await isGranted(principal, permission))) throw problem('forbidden', { permission })
      const span = spanOf(days, now())
      const step = stepOf(days)
      return withTenant(
        db,
        ctx,
        async (tx) => {
          const last = await readLast(tx)
          const rows = await readPoints(tx, { ...span, ...archiveMetric, step })
          return {
            ...rangeOf(span),
            step,
            usedBytes: last?.bytes ?? null,
            limitBytes: await readLimit(tx, span.until),
            lastReadingAt: last?.at.toISOString() ?? null,
            points: rows.map(({ at, mean, peak }) => ({ at: at.toISOString(), average: mean, peak })),
          }
        },
        { readOnly: true },
      )
    },
  }
}

export type StorageService = ReturnType<typeof createStorageService>
