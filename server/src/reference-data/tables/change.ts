import pg from 'pg'
import type { ProblemException } from '@steward/contract/errors'
import { constraintOf } from '../../db/constraint.ts'
import type { Db } from '../../db/pool.ts'
import { type TenantContext, type TenantTransaction, withTenant } from '../../db/tenant.ts'

const deadlockDetected = '40P01'
const attempts = 5

/** The constraints that a change can violate. */
export interface Constraints {
  /** Only violated by another change at the same moment: this one is repeated, and sees the other. */
  racing: readonly string[]
  refusals: Readonly<Record<string, () => ProblemException>>
}

/** Runs a change in one transaction of the tenant. */
export async function change<T>(
  db: Db,
  ctx: TenantContext,
  { racing, refusals }: Constraints,
  work: (tx: TenantTransaction) => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await withTenant(db, ctx, work)
    } catch (error) {
      const constraint = constraintOf(error) ?? ''
      const lost = racing.includes(constraint) || (error instanceof pg.DatabaseError && error.code === deadlockDetected)
      if (!lost || attempt === attempts) throw refusals[constraint]?.() ?? error
    }
  }
}
