import { type Transaction, sql } from 'kysely'
import { executePrepared } from '../db/prepared.ts'
import { type TenantTransaction, tenantIdOf } from '../db/tenant.ts'
import type { Database } from '../db/types.ts'
import { type FlagRow, flagRows } from './permission-inputs.ts'

/** The values of flags in the transaction's tenant, and for a user of it. */
export async function readFlagRows(tx: TenantTransaction, userId: string | null): Promise<FlagRow[]> {
  const { rows } = await executePrepared(tx, sql<{ flags: FlagRow[] }>`select ${flagRows(tenantIdOf(tx), userId)} as flags`)
  return rows[0]?.flags ?? []
}

/** The tenant's sign-in name. */
export async function tenantNameOf(tx: TenantTransaction, tenantId: string): Promise<string | undefined> {
  const row = await tx.selectFrom('tenant').select('tenant_name').where('tenant_id', '=', tenantId).executeTakeFirst()
  return row?.tenant_name
}

interface NewFlag {
  flagName: string
  isEnabled: boolean
  description: string
}

/** Flags that exist keep the operator's values. */
export async function addMissingFlags(tx: Transaction<Database>, flags: readonly NewFlag[]): Promise<void> {
  await tx
    .insertInto('feature_flag')
    .values(flags.map(({ flagName, isEnabled, description }) => ({ flag_name: flagName, is_enabled: isEnabled, description })))
    .onConflict((conflict) => conflict.column('flag_name').doNothing())
    .execute()
}
