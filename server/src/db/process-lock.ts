import { setTimeout as delay } from 'node:timers/promises'
import type { Db } from './pool.ts'

/** What one process at a time does; all processes of this program have the same numbers. */
const locks = {
  schema: { key: 7_483_651_209_112_001n, holder: 'another process that updates the database' },
  demo: { key: 7_483_651_209_112_002n, holder: 'another process that builds the demo tenant' },
}
const lookAgainMs = 250
const sayAgainMs = 10_000

interface ProcessLock {
  /** @throws if the connection of the lock broke, so that another process can have it */
  check(): Promise<unknown>
  release(): Promise<void>
}

/**
 * Waits until no other process has the lock. It belongs to a transaction of a connection of its own. It ends with that transaction,
 * whichever connection of the database a pooler uses for it, so that it never stays behind.
 */
export async function waitForProcessLock(
  db: Db,
  of: keyof typeof locks,
  log: (message: string) => void = () => undefined,
): Promise<ProcessLock> {
  const { key, holder } = locks[of]
  const client = await db.connect()
  const started = performance.now()
  let saidAt = Number.NEGATIVE_INFINITY
  try {
    for (;;) {
      await client.query('begin; set local idle_in_transaction_session_timeout = 0; set local transaction_timeout = 0')
      const { rows } = await client.query<{ has: boolean }>('select pg_try_advisory_xact_lock($1) as has', [key])
      if (rows[0]?.has) return { check: () => client.query('select'), release: () => client.end() }
      await client.query('rollback')
      if (performance.now() - saidAt > sayAgainMs) {
        saidAt = performance.now()
        log(`Waiting for ${holder} (${Math.round((saidAt - started) / 1_000)} s)`)
      }
      await delay(lookAgainMs)
    }
  } catch (error) {
    await client.end()
    throw error
  }
}
