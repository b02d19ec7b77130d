import type { TenantTransaction } from '../../db/tenant.ts'

/** The license code for the guidance script: what the operator set, otherwise the tenant's name. */
export async function licenseCodeOf(tx: TenantTransaction): Promise<string> {
  const tenant = await tx.selectFrom('tenant').select(['license_code', 'tenant_name']).executeTakeFirstOrThrow()
  return tenant.license_code || tenant.tenant_name
}
