import type { FactorKind } from '@steward/contract/rules/factors'
import type { SecondFactor } from '@steward/contract/rules/settings-schemas'
import { administratorsAmong } from '../../access/guard.ts'
import type { TenantTransaction } from '../../db/tenant.ts'
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

/** Whether the grace period is over for a person without a factor that counts, if the tenant asks them at all. */
export const isDue = (account: AccountRow, kinds: readonly FactorKind[], policy: SecondFactor, time: Date): boolean =>
  policy.audience !== 'nobody' && !kinds.some((kind) => policy.kinds.includes(kind)) && time >= dueTime(account, policy)

/** Whether a person has to set up a factor before the session. */
export async function mustEnroll(
  tx: TenantTransaction,
  account: AccountRow,
  kinds: readonly FactorKind[],
  policy: SecondFactor,
  time: Date,
): Promise<boolean> {
  return isDue(account, kinds, policy, time) && (await isAsked(tx, account.user_id, policy))
}
