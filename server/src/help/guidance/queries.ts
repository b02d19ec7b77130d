import type { TenantTransaction } from '../../db/tenant.ts'

/** The license code for the guidance script; empty if not set. */
export async function licenceCodeOf(tx: TenantTransaction): Promise<string> {
  const tenant = await tx.selectFrom('tenant').select('license_code').executeTakeFirstOrThrow()
  return tenant.license_code
}
