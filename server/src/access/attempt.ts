import { sql } from 'kysely'
import { ProblemException } from '@steward/contract/errors'
import { noted } from '../db/operation.ts'
import type { TenantTransaction } from '../db/tenant.ts'
import { refusalOf } from './constraints.ts'

/** Runs a part of a change behind a savepoint; a refusal rolls back only this part and is returned. */
export async function attempt(tx: TenantTransaction, work: () => Promise<unknown>): Promise<ProblemException | undefined> {
  await sql`savepoint one_change`.execute(tx)
  const takeBack = noted()
  try {
    await work()
    await sql`release savepoint one_change`.execute(tx)
    return undefined
  } catch (error) {
    const refusal = refusalOf(error)
    // A confirmation that is missing is missing for all.
    if (!(refusal instanceof ProblemException) || refusal.code === 'freshness_required') throw error
    await sql`rollback to savepoint one_change`.execute(tx)
    takeBack()
    return refusal
  }
}
