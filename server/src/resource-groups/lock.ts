import type { TenantTransaction } from '../db/tenant.ts'

/** The lock of a product's packages, with the version of their allocation. */

/**
 * Locks the packages of a product until the transaction ends; waiting transactions see its changes (docs/adr/020). Returns the
 * version.
 */
export async function lockProduct(tx: TenantTransaction, tenantId: string, productCode: string): Promise<number> {
  // The row exists from the first change on; concurrent first changes wait for each other here.
  await tx
    .insertInto('resource_group_product')
    .values({ tenant_id: tenantId, product_code: productCode })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const { version } = await tx
    .selectFrom('resource_group_product')
    .select('version')
    .where('tenant_id', '=', tenantId)
    .where('product_code', '=', productCode)
    .forUpdate()
    .executeTakeFirstOrThrow()
  return version
}

/** Increments the version of a locked product. */
export async function moveVersionOn(tx: TenantTransaction, productCode: string): Promise<void> {
  await tx
    .updateTable('resource_group_product')
    .set((eb) => ({ version: eb('version', '+', 1) }))
    .where('product_code', '=', productCode)
    .execute()
}
