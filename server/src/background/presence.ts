import type pg from 'pg'
import type { Logger } from 'pino'

/** Of the advisory locks that represent pools of workers; the second key is the hash of the pool's id. */
const presenceLock = 1_465_011_026
const checkEveryMs = 15_000
const reconnectAfterMs = 1_000
/** Seconds that a pool has to take its lock again, after its connection broke. */
const graceSeconds = 30

/** Frees the jobs of pools without a lock. `objid` is unsigned, a hash is signed. */
const freeAbandoned = `
  select graphile_worker.force_unlock_workers(array(
    select distinct locked_by
      from graphile_worker._private_jobs
     where locked_by is not null and locked_at < now() - make_interval(secs => $2)
       and not exists (
         select from pg_locks
          where locktype = 'advisory' and classid::bigint = $1 and objid::bigint = hashtext(locked_by)::bigint & 4294967295
            and objsubid = 2 and database = (select oid from pg_database where datname = current_database()))))`

/** Shows that a pool of workers lives, and frees the jobs of those that do not. */
export interface Presence {
  close(): Promise<void>
}

/**
 * Holds an advisory lock for a pool of workers while its process lives: the database drops it with the connection. Jobs that a
 * process had when it was killed would otherwise stay locked for hours; here, any other process frees them within a minute.
 */
export async function keepPresence(pool: pg.Pool, poolId: string, log: Pick<Logger, 'warn'>): Promise<Presence> {
  let client: pg.PoolClient | undefined
  let isClosed = false
  let retry: NodeJS.Timeout | undefined

  const warn = (error: unknown) => log.warn({ err: error }, 'the heartbeat of the background workers could not be written')
  const reconnect = () => {
    client = undefined
    if (!isClosed) retry = setTimeout(() => void connect().catch(reconnect), reconnectAfterMs)
  }

  async function connect(): Promise<void> {
    const connected = await pool.connect()
    try {
      await connected.query('select pg_advisory_lock($1::integer, hashtext($2))', [presenceLock, poolId])
    } catch (error) {
      connected.release(true)
      throw error
    }
    if (isClosed) return connected.release(true)
    client = connected
    connected.once('end', lose)
  }

  /** A pool keeps a client whose connection has ended, and waits for it when it closes. */
  function lose(): void {
    client?.release(true)
    reconnect()
  }

  const check = () => client?.query(freeAbandoned, [presenceLock, graceSeconds]).catch(warn)

  await connect()
  await check()
  const timer = setInterval(() => void check(), checkEveryMs)
  return {
    async close() {
      isClosed = true
      clearInterval(timer)
      clearTimeout(retry)
      client?.off('end', lose)
      client?.release(true)
    },
  }
}
