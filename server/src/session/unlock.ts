import type { TenantTransaction } from '../db/tenant.ts'
import { recordEvents } from '../system-log/record.ts'
import { clearLocks, tenantNameOf } from './queries.ts'
import { accountKey, forgetFailures } from './throttle.ts'

/** Forgets the failed sign-ins of users everywhere, and notes it. */
export async function unlockAccounts(tx: TenantTransaction, users: readonly { user_id: string; username: string }[]): Promise<void> {
  const tenantName = await tenantNameOf(tx)
  await forgetFailures(
    tx,
    users.map(({ username }) => accountKey(tenantName, username)),
  )
  await clearLocks(
    tx,
    users.map(({ user_id }) => user_id),
  )
  await recordEvents(
    tx,
    users.map(({ user_id: userId, username }) => ({ kind: 'account_unlocked', outcome: 'success', userId, username })),
  )
}
