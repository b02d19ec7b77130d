import { problem } from '@steward/contract/errors'
import type { Db } from '../db/pool.ts'
import { asOwner } from '../db/tenant.ts'
import { type Principal, everyTenantId } from '../http/principal.ts'

/**
 * The id of the tenant that a service names, if its token reaches it; other tenants look as if they didn't exist.
 * @throws ingest_tenant_unknown
 */
export async function tenantReachedBy(db: Db, service: Principal, tenantName: string): Promise<string> {
  const tenant = await asOwner(
    db,
    'sign-in',
    (tx) => tx.selectFrom('tenant').select('tenant_id').where('tenant_name', '=', tenantName.toLowerCase()).executeTakeFirst(),
    { readOnly: true },
  )
  if (!tenant || (service.tenantId !== everyTenantId && service.tenantId !== tenant.tenant_id)) {
    throw problem('ingest_tenant_unknown', { tenantName }, { field: 'tenantName' })
  }
  return tenant.tenant_id
}
