import { sql } from 'kysely'
import { changesKeptDays } from '@steward/contract/changes/constants'
import { problem } from '@steward/contract/errors'
import type { Db } from '../db/pool.ts'
import { type TenantContext, type TenantTransaction, asOfMoment, tenantIdOf, withTenant } from '../db/tenant.ts'

/** `until`: the first instant that doesn't belong to the moment, ISO 8601; undefined for now. */
export type ReadAsOf<T> = (tx: TenantTransaction, until: string | undefined) => Promise<T>

/** The columns of a tenant that say from when on it has images. */
type ImagesSince = 'images_since' | 'entitlement_images_since'

/**
 * Reads in one transaction, of which all statements see the tenant as it was: users, groups, roles, resource groups, API keys,
 * settings, licenses, data entitlements and quotas. Without a moment it reads what is there now.
 * @param asOf ISO 8601. Changes of its millisecond are included.
 * @param since decides which moments are too old. Before their own images, licenses are the earliest that are known.
 * @throws as_of_future, as_of_too_old
 */
export function readAsOf<T>(
  db: Db,
  ctx: TenantContext,
  asOf: string | undefined,
  work: ReadAsOf<T>,
  since: ImagesSince = 'images_since',
): Promise<T> {
  if (asOf === undefined) return withTenant(db, ctx, (tx) => work(tx, undefined), { readOnly: true })
  const moment = Date.parse(asOf)
  const read = async (tx: TenantTransaction) => {
    await mustBeKept(tx, new Date(moment), since)
    // Lists remember who moved since, and what changed a million times takes its time.
    await sql`select set_config('work_mem', '64MB', true), set_config('statement_timeout', '20s', true)`.execute(tx)
    const until = new Date(moment + 1).toISOString()
    return work(asOfMoment(tx, until), until)
  }
  return withTenant(db, ctx, read, { readOnly: true, snapshot: true })
}

async function mustBeKept(tx: TenantTransaction, moment: Date, since: ImagesSince): Promise<void> {
  const { rows } = await sql<{ earliest: Date; now: Date }>`
    select greatest(${sql.ref(since)}, now() - make_interval(days => ${changesKeptDays})) as earliest, now() as now
      from tenant where tenant_id = ${tenantIdOf(tx)}::uuid`.execute(tx)
  const [row] = rows
  if (!row) throw new Error('The tenant of a transaction exists')
  if (moment > row.now) throw problem('as_of_future', {}, { field: 'asOf' })
  if (moment < row.earliest) throw problem('as_of_too_old', { earliest: row.earliest.toISOString() }, { field: 'asOf' })
}
