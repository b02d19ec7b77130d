import { asOwner, systemContext } from '../db/tenant.ts'
import type { FederationContext } from './context.ts'
import type { FederationService } from './service.ts'

/**
 * Refreshes the metadata of every active provider, so that a new certificate or endpoint is known before it is used.
 * Unreadable metadata is tried again the next day; no accepted certificate is removed.
 */
export async function refreshMetadata({ db, log }: FederationContext, service: FederationService): Promise<void> {
  const rows = await asOwner(
    db,
    'maintenance',
    (tx) =>
      tx
        .selectFrom('federation_provider as p')
        .innerJoin('tenant as t', 't.tenant_id', 'p.tenant_id')
        .select('p.tenant_id')
        .where('p.slot', '=', 'active')
        .where('p.metadata_url', 'is not', null)
        .where('t.status', '=', 'Active')
        .execute(),
    { readOnly: true },
  )
  for (const { tenant_id: tenantId } of rows) {
    try {
      await service.refresh(systemContext(tenantId))
    } catch (error) {
      log.warn({ err: error, tenantId }, 'the metadata of an identity provider could not be refreshed')
    }
  }
}
