import pg from 'pg'
import { type TenantContext, type TenantTransaction, withTenant } from '../db/tenant.ts'
import type { Db } from '../db/pool.ts'
import { refusalOf } from './constraints.ts'

/** Two changes that wait for one another's locks: PostgreSQL ends one of them, which may be run again. */
const deadlockDetected = '40P01'
const attempts = 3

/** What a change of permissions needs. */
export interface ChangeContext {
  db: Db
  /** Called after a change of this process was committed: its permissions are read again. */
  committed(tenantId: string): void
}

/**
 * Runs a change in one transaction of the tenant. A constraint that it breaks is thrown as the problem it stands for; a change
 * that lost a deadlock runs again from its beginning. When it resolves, this process answers permissions by the new state.
 */
export async function change<T>(
  { db, committed }: ChangeContext,
  ctx: TenantContext,
  work: (tx: TenantTransaction) => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      const result = await withTenant(db, ctx, work)
      committed(ctx.tenantId)
      return result
    } catch (error) {
      const isDeadlock = error instanceof pg.DatabaseError && error.code === deadlockDetected
      if (!isDeadlock || attempt === attempts) throw refusalOf(error)
    }
  }
}
