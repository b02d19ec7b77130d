import { type Selectable, sql } from 'kysely'
import type { FactorKind } from '@steward/contract/rules/factors'
import type { Factor } from '@steward/contract/session/factors-schemas'
import { type TenantTransaction, tenantIdOf, withoutAnnouncing } from '../../db/tenant.ts'
import type { Database } from '../../db/types.ts'
import type { EventDetails } from '../../system-log/record.ts'

export type FactorRow = Selectable<Database['sign_in_factor']>

/** The factors of a user, oldest first. */
export function findFactors(tx: TenantTransaction, userId: string): Promise<FactorRow[]> {
  return tx
    .selectFrom('sign_in_factor')
    .selectAll()
    .where('tenant_id', '=', tenantIdOf(tx))
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('factor_id')
    .execute()
}

export const kindsOf = (factors: readonly FactorRow[]): FactorKind[] => [...new Set(factors.map(({ kind }) => kind))]

export const factorView = (row: FactorRow): Factor => ({
  factorId: row.factor_id,
  kind: row.kind,
  name: row.factor_name,
  createdTime: row.created_at.toISOString(),
  lastUsedTime: row.last_used_at?.toISOString() ?? null,
  isBackedUp: row.is_backed_up,
})

/** What events say of a factor; one without a name is told by its kind. */
export const eventDetails = ({ kind, factor_name: name }: FactorRow): EventDetails => ({ kind, ...(name === '' ? {} : { name }) })

/** Of two transactions that add or remove factors of a user, the second waits for the first. */
export async function lockUser(tx: TenantTransaction, userId: string): Promise<void> {
  await sql`select 1 from app_user where tenant_id = ${tenantIdOf(tx)}::uuid and user_id = ${userId} for update`.execute(tx)
}

/** The unused recovery codes of a user, and when they were created. */
export async function unusedRecoveryCodes(tx: TenantTransaction, userId: string): Promise<{ left: number; createdAt: Date | null }> {
  return tx
    .selectFrom('recovery_code')
    .select((eb) => [
      eb.fn.countAll<number>().filterWhere('used_at', 'is', null).as('left'),
      eb.fn.max<Date | null>('created_at').as('createdAt'),
    ])
    .where('tenant_id', '=', tenantIdOf(tx))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
}

/** Replaces the recovery codes of a user. */
export async function replaceRecoveryCodes(tx: TenantTransaction, userId: string, digests: readonly Buffer[], time: Date): Promise<void> {
  const tenantId = tenantIdOf(tx)
  await tx.deleteFrom('recovery_code').where('tenant_id', '=', tenantId).where('user_id', '=', userId).execute()
  if (digests.length === 0) return
  await tx
    .insertInto('recovery_code')
    .values(digests.map((digest) => ({ tenant_id: tenantId, user_id: userId, code_digest: digest, created_at: time })))
    .execute()
}

export async function forgetBrowsers(tx: TenantTransaction, userId: string): Promise<void> {
  await tx.deleteFrom('remembered_browser').where('tenant_id', '=', tenantIdOf(tx)).where('user_id', '=', userId).execute()
}

/** Ends sign-ins of a user that wait for a step. */
export async function endSteps(tx: TenantTransaction, userId: string, time: Date): Promise<void> {
  await withoutAnnouncing(tx)
    .updateTable('sign_in_step')
    .set({ used_at: time })
    .where('tenant_id', '=', tenantIdOf(tx))
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .execute()
}
