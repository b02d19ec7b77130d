import { findTenant } from '../db/find-tenant.ts'
import type { Db } from '../db/pool.ts'
import { CommandError } from './run.ts'

/** The ID of the tenant that a command names. @throws {CommandError} */
export async function tenantIdOf(db: Db, tenantName: string): Promise<string> {
  const tenant = await findTenant(db, tenantName)
  if (!tenant) throw new CommandError(`There is no tenant called ${tenantName}.`)
  return tenant.tenant_id
}
