import type { TenantTransaction } from '../../db/tenant.ts'

/** The licence code that the guidance script is given; empty where none is set. */
export async function licenceCodeOf(tx: TenantTransaction): Promise<string> {
  const tenant = await tx.selectFrom('tenant').select('license_code').executeTakeFirstOrThrow()
  return tenant.license_code
}
