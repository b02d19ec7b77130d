import { randomUUID } from 'node:crypto'
import type { StorageBatch } from '@steward/contract/storage/schemas'
import { ingestStorage } from '@steward/contract/storage/endpoints'
import { asOwner } from '../db/tenant.ts'
import type { TestApp, TestTenant } from './app.ts'

/** Sends readings of the archive as the data vault does; in a new batch by default. */
export function sendArchive(
  test: TestApp,
  token: string,
  tenant: TestTenant,
  readings: StorageBatch['readings'],
  batchId: string = randomUUID(),
) {
  const body: StorageBatch = { tenantName: tenant.tenantName, batchId, readings }
  return test.call(ingestStorage, { body }, { token })
}

/** Turns the data vault on or off for the tenant. */
export const switchVault = (test: TestApp, { tenantId }: TestTenant, isEnabled: boolean) =>
  asOwner(
    test.db,
    'operator',
    (tx) =>
      tx
        .insertInto('feature_flag_override')
        .values({ tenant_id: tenantId, flag_name: 'EnterpriseDataVault', is_enabled: isEnabled })
        .onConflict((conflict) => conflict.columns(['tenant_id', 'flag_name']).doUpdateSet({ is_enabled: isEnabled }))
        .execute(),
    { tenantId },
  )
