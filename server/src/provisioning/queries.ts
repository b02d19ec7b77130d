import { sql } from 'kysely'
import type { Db } from '../db/pool.ts'
import { type TenantTransaction, asOwner } from '../db/tenant.ts'
import { revokedDays } from './token-queries.ts'

/** Retention of operations: in days, and at most this many per tenant. */
const keptDays = 30
const keptOfTenant = 250_000

/** The tenant of the transaction. */
export const findTenant = (tx: TenantTransaction) =>
  tx.selectFrom('tenant').select(['tenant_id', 'tenant_name', 'display_name']).executeTakeFirst()

/** Deletes operations beyond the retention, removals that no longer count, and tokens that were revoked long ago. */
export async function cleanProvisioning(db: Db, now: Date): Promise<void> {
  const before = (days: number) => new Date(now.getTime() - days * 86_400_000)
  await asOwner(db, 'maintenance', async (tx) => {
    await sql`delete from provisioning_event where occurred_at < ${before(keptDays)}`.execute(tx)
    await sql`
      delete from provisioning_event e
       using (select t.tenant_id, (select provisioning_event_id from provisioning_event o where o.tenant_id = t.tenant_id
                                    order by provisioning_event_id desc offset ${keptOfTenant} limit 1) as last from tenant t) surplus
       where e.tenant_id = surplus.tenant_id and e.provisioning_event_id <= surplus.last`.execute(tx)
    await sql`delete from provisioning_removal where removed_at < ${before(1)}`.execute(tx)
    await sql`delete from scim_token where revoked_at < ${before(revokedDays)}`.execute(tx)
  })
}
