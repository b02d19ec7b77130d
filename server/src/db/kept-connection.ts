import type pg from 'pg'
import { cutOff } from './limited-pool.ts'
import { connectingWithin } from './time-limits.ts'

/** What has not connected by then can lead to a machine that is gone. */
const connectMs = 3_000

/** A connection that is made when it is needed, and again when it broke. */
export interface KeptConnection {
  connected(): Promise<pg.Client>
  /** A connection that did not answer in time is of no use any more; without `dropped`, the one that is kept. */
  drop(dropped?: pg.Client): void
  close(): Promise<void>
}

export function keepConnected(connect: () => Promise<pg.Client>): KeptConnection {
  let client: pg.Client | undefined
  let connecting: Promise<pg.Client> | undefined
  const make = async () => {
    const made = await connectingWithin(connectMs, connect)
    made.once('end', () => {
      if (client === made) client = undefined
    })
    client = made
    return made
  }
  return {
    async connected() {
      if (client) return client
      connecting ??= make().finally(() => (connecting = undefined))
      return connecting
    },
    drop(dropped = client) {
      if (client === dropped) client = undefined
      if (dropped) cutOff(dropped)
    },
    async close() {
      const closed = client
      client = undefined
      await closed?.end()
    },
  }
}
