import type { PostgresPool } from 'kysely'
import type pg from 'pg'
import { type LimitedWork, currentWork } from './time-limits.ts'
import { isDatabaseUnavailable } from './unavailable.ts'

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

/** pg's types omit the connection of a client. */
const connectionOf = (client: pg.ClientBase) =>
  (client as unknown as { connection: { stream: { destroy(): void } } & Pick<NodeJS.EventEmitter, 'on'> }).connection

/** Breaks a connection without waiting for the database. */
export const cutOff = (client: pg.ClientBase): void => connectionOf(client).stream.destroy()

/** The database says why it ends a connection before it does. Until the end arrives, the pool would lend the connection again. */
export function endWhenTold(client: pg.PoolClient): void {
  connectionOf(client).on('errorMessage', (error) => {
    if (!isDatabaseUnavailable(error)) return
    void (client as unknown as pg.Client).end()
    cutOff(client)
  })
}
