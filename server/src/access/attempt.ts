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

/**
 * Which of these are refused, and why: tried together, and halved where someone is refused until it is known who. The work of all
 * others is done.
 */
export async function refusedAmong<T>(
  tx: TenantTransaction,
  all: readonly T[],
  work: (part: readonly T[]) => Promise<unknown>,
): Promise<Map<T, ProblemException>> {
  const refused = new Map<T, ProblemException>()
  const left = [all]
  for (let part = left.pop(); part !== undefined; part = left.pop()) {
    const [first] = part
    if (first === undefined) continue
    const trying = part
    const refusal = await attempt(tx, () => work(trying))
    if (refusal && part.length === 1) refused.set(first, refusal)
    else if (refusal) {
      const half = Math.ceil(part.length / 2)
      left.push(part.slice(half), part.slice(0, half))
    }
  }
  return refused
}
