import { sql } from 'kysely'
import type { TenantTransaction } from './tenant.ts'

/** The id of the change that a transaction is. */
export async function ownChangeId(tx: TenantTransaction): Promise<string> {
  const { rows } = await sql<{ id: string }>`select current_setting('steward.change_id') as id`.execute(tx)
  const [row] = rows
  if (!row) throw new Error('A select without FROM answers one row')
  return row.id
}
