import pg from 'pg'
import { ProblemException } from '@steward/contract/errors'
import { type TenantContext, type TenantTransaction, withTenant } from '../db/tenant.ts'
import type { Db } from '../db/pool.ts'
import { refusalOf } from './constraints.ts'

/** Deadlock between two changes: PostgreSQL aborts one of them, which can be retried. */
const deadlockDetected = '40P01'
/** How often a change is tried that others come before. */
export const changeAttempts = 3

export const hasDeadlocked = (error: unknown): boolean => error instanceof pg.DatabaseError && error.code === deadlockDetected

/** What a change was decided on differs from what its locks found. It is tried again; a conflict if others come before each time. */
export class OvertakenError extends ProblemException {
  constructor() {
    super('version_conflict', {}, [])
  }
}

/**
 * Runs a change in one transaction of the tenant. A violated constraint is thrown as its problem; a change that lost a deadlock, or
 * was overtaken, is retried from the start. Once it resolves, this process answers with the new permissions.
 */
export async function change<T>(db: Db, ctx: TenantContext, work: (tx: TenantTransaction) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await withTenant(db, ctx, work)
    } catch (error) {
      if (!(hasDeadlocked(error) || error instanceof OvertakenError) || attempt === changeAttempts) throw refusalOf(error)
    }
  }
}
