import type { Db } from './pool.ts'
import { asOwner } from './tenant.ts'

/** The tenant with a name, or undefined. */
export function findTenant(db: Db, tenantName: string) {
  return asOwner(
    db,
    'operator',
    (tx) =>
      tx
        .selectFrom('tenant')
        .select(['tenant_id', 'tenant_name', 'display_name', 'status'])
        .where('tenant_name', '=', tenantName)
        .executeTakeFirst(),
    { readOnly: true },
  )
}
