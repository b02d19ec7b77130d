import type { TenantTransaction } from '../db/tenant.ts'
import { recordEvent } from '../system-log/record.ts'
import { clearLock, tenantNameOf } from './queries.ts'
import { accountKey, forgetFailures } from './throttle.ts'

/** Forgets the failed sign-ins of a user everywhere, and notes it. */
export async function unlockAccount(
  tx: TenantTransaction,
  { user_id: userId, username }: { user_id: string; username: string },
): Promise<void> {
  await forgetFailures(tx, accountKey(await tenantNameOf(tx), username))
  await clearLock(tx, userId)
  await recordEvent(tx, { kind: 'account_unlocked', outcome: 'success', userId, username })
}
