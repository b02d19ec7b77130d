import { randomUUID } from 'node:crypto'
import type { ProductCode } from '@steward/contract/catalog/products'
import type { MetricsBatch, UsageReading } from '@steward/contract/usage/schemas'
import { ingestMetrics } from '@steward/contract/usage/endpoints'
import { asOwner } from '../db/tenant.ts'
import { createServiceToken } from '../service-tokens/operator.ts'
import type { TestApp, TestTenant } from './app.ts'

let count = 0

/** A token for usage metrics; for every tenant and product by default. */
export async function metricsToken(test: TestApp, tenant: TestTenant | null = null, productCode?: ProductCode): Promise<string> {
  const wanted = { tokenName: `metrics ${++count}`, tenant, scopes: ['metrics'] as const, productCode, expiresAt: null }
  return (await createServiceToken(test.db, wanted)).token
}

/** Sends readings as a platform service does; in a new batch by default. */
export function sendReadings(
  test: TestApp,
  token: string,
  tenant: TestTenant,
  readings: readonly UsageReading[],
  batchId: string = randomUUID(),
) {
  const body: MetricsBatch = { tenantName: tenant.tenantName, batchId, readings: [...readings] }
  return test.call(ingestMetrics, { body }, { token })
}

/** Gives the tenant quotas of a product. */
export async function setQuotas(test: TestApp, tenant: TestTenant, productCode: string, quotas: Record<string, number>): Promise<void> {
  await asOwner(
    test.db,
    'operator',
    (tx) =>
      tx
        .insertInto('company_quota')
        .values(
          Object.entries(quotas).map(([quota_name, value]) => ({
            tenant_id: tenant.tenantId,
            product_code: productCode,
            quota_name,
            value,
          })),
        )
        .execute(),
    { tenantId: tenant.tenantId },
  )
}
