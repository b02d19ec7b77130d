import type { PostgresPool } from 'kysely'
import type pg from 'pg'
import { type LimitedWork, currentWork } from './time-limits.ts'

export interface LimitedPool extends PostgresPool {
  connect(): Promise<pg.PoolClient>
}

/**
 * Hands out a pool's connections within the limits of the work that asks for them. When the time of the work is over, its
 * connections are cut off: the database rolls back, and the statements that wait for an answer fail.
 */
export function withinLimits(pool: pg.Pool): LimitedPool {
  return {
    options: pool.options,
    async connect() {
      const work = currentWork()
      return work ? cutOffAfter(await connectWithin(pool, work), work) : pool.connect()
    },
    end: () => pool.end(),
  }
}

const noConnection = () => new Error('timeout exceeded when trying to connect')

async function connectWithin(pool: pg.Pool, work: LimitedWork): Promise<pg.PoolClient> {
  if (work.isOver) throw noConnection()
  const connecting = pool.connect()
  if (pool.idleCount > 0) return connecting
  const { promise: tooLate, reject } = Promise.withResolvers<never>()
  const giveUp = () => reject(noConnection())
  const patience = setTimeout(giveUp, work.limits.connectionMs)
  const forget = work.onOver(giveUp)
  let isLate = false
  connecting.then(
    (client) => isLate && client.release(),
    () => undefined,
  )
  try {
    return await Promise.race([connecting, tooLate])
  } catch (error) {
    isLate = true
    throw error
  } finally {
    clearTimeout(patience)
    forget()
  }
}

function cutOffAfter(client: pg.PoolClient, work: LimitedWork): pg.PoolClient {
  const forget = work.onOver(() => cutOff(client))
  const { release } = client
  client.release = (error) => {
    forget()
    release.call(client, error)
  }
  return client
}

/** Breaks a connection without waiting for the database. */
export function cutOff(client: pg.ClientBase): void {
  // pg's types omit the connection of a client.
  const { connection } = client as unknown as { connection: { stream: { destroy(): void } } }
  connection.stream.destroy()
}
