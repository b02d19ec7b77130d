import pg from 'pg'
import type { ProblemException } from '@steward/contract/errors'
import { constraintOf } from '../../db/constraint.ts'
import type { Db } from '../../db/pool.ts'
import { type TenantContext, type TenantTransaction, withTenant } from '../../db/tenant.ts'

const deadlockDetected = '40P01'
/** How often a change is tried that others come before. */
export const attempts = 5

/** The constraints that a change can violate. */
export interface Constraints {
  /** Only violated by another change at the same moment: this one is repeated, and sees the other. */
  racing: readonly string[]
  refusals: Readonly<Record<string, () => ProblemException>>
}

/** Whether a change lost against another one, and can be repeated. */
export const hasLost = (error: unknown, { racing }: Constraints): boolean =>
  racing.includes(constraintOf(error) ?? '') || (error instanceof pg.DatabaseError && error.code === deadlockDetected)

/** The problem for a violated constraint, or the error itself. */
export const refusalOf = (error: unknown, { refusals }: Constraints): unknown => refusals[constraintOf(error) ?? '']?.() ?? error

/** Runs a change in one transaction of the tenant. */
export async function change<T>(
  db: Db,
  ctx: TenantContext,
  constraints: Constraints,
  work: (tx: TenantTransaction) => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await withTenant(db, ctx, work)
    } catch (error) {
      if (!hasLost(error, constraints) || attempt === attempts) throw refusalOf(error, constraints)
    }
  }
}
