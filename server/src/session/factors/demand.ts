import type { FactorKind } from '@steward/contract/rules/factors'
import type { SecondFactor } from '@steward/contract/rules/settings-schemas'
import { administratorsAmong } from '../../access/guard.ts'
import { type TenantTransaction, systemContext, withTenant } from '../../db/tenant.ts'
import type { SessionCore } from '../core.ts'
import type { AccountRow } from '../queries.ts'
import { dayMs, laterBy } from '../settings.ts'

/** Until when a person who is asked for a second factor can sign in without one. */
export function dueTime(account: AccountRow, { since, graceDays }: SecondFactor): Date {
  const asked = since === undefined ? account.user_created_at : new Date(since)
  return laterBy(asked > account.user_created_at ? asked : account.user_created_at, graceDays * dayMs)
}

/** Whether the tenant asks a person for a second factor. */
export async function isAsked(tx: TenantTransaction, userId: string, { audience }: SecondFactor): Promise<boolean> {
  if (audience !== 'administrators') return audience === 'everybody'
  return (await administratorsAmong(tx, [userId])).has(userId)
}

/** Whether a person has to set up a factor before the session, because the grace period is over and they have none that counts. */
export async function mustEnroll(
  { db, settings }: SessionCore,
  account: AccountRow,
  kinds: readonly FactorKind[],
  policy: SecondFactor,
): Promise<boolean> {
  if (policy.audience === 'nobody' || kinds.some((kind) => policy.kinds.includes(kind))) return false
  if (settings.now() < dueTime(account, policy)) return false
  return withTenant(db, systemContext(account.tenant_id), (tx) => isAsked(tx, account.user_id, policy), { readOnly: true })
}
