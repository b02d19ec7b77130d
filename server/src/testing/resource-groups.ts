import type { ProductCode } from '@steward/contract/catalog/products'
import { asOwner } from '../db/tenant.ts'
import { derivePackages } from '../resource-groups/packages.ts'
import type { TestApp, TestTenant } from './app.ts'

/** Licenses products to a tenant, and gives its administrator access to them through these actions. */
export async function openProducts(test: TestApp, tenant: TestTenant, products: readonly ProductCode[], actions: string[]): Promise<void> {
  await asOwner(test.db, 'operator', async (tx) => {
    await tx
      .insertInto('application_license')
      .values(
        products.map((productCode) => ({
          tenant_id: tenant.tenantId,
          product_code: productCode,
          package_name: 'Standard',
          end_date: new Date(Date.now() + 86_400_000),
        })),
      )
      .execute()
    await derivePackages(tx, tenant.tenantId)
  })
  const { roleId } = await test.buildRole(tenant, { actions })
  await test.buildGroup(tenant, { members: [tenant.administrator], roleIds: [roleId] })
}
