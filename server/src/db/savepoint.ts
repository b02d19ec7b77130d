import { sql } from 'kysely'
import { noted } from './operation.ts'
import type { TenantTransaction } from './tenant.ts'

/** Repeats a part of a transaction that lost against another change, which it then sees; what came before stays. */
export async function repeating<T>(
  tx: TenantTransaction,
  { attempts, hasLost }: { attempts: number; hasLost: (error: unknown) => boolean },
  work: () => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    await sql`savepoint attempt`.execute(tx)
    const takeBack = noted()
    try {
      const result = await work()
      // What would only fail at the end of the transaction could not be repeated.
      await sql`set constraints all immediate`.execute(tx)
      await sql`release savepoint attempt`.execute(tx)
      return result
    } catch (error) {
      if (!hasLost(error) || attempt === attempts) throw error
      await sql`rollback to savepoint attempt`.execute(tx)
      takeBack()
    }
  }
}
