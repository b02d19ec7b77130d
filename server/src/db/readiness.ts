import { randomUUID } from 'node:crypto'
import { keepConnected } from './kept-connection.ts'
import type { ChangeListener } from './listen.ts'
import type { Db } from './pool.ts'
import { within } from './within.ts'

/** What keeps a server from serving. */
export type Hindrance =
  /** The database does not answer, or nothing can be locked in it. */
  | 'database'
  /** What the database announces is not heard here, so that caches would be out of date. */
  | 'change_events'
  /** There is no space for changes. */
  | 'disk_full'

export interface Readiness {
  /** What hinders now, within 800 ms in any case; empty if nothing does. */
  hindrances(): Promise<Hindrance[]>
  close(): Promise<void>
}

const limitMs = 800
/** So that many questions cost as much as a few. */
const validMs = 250

/** Tries what every request needs, on connections of its own: a keyed read, a lock for writing, and LISTEN. */
export function createReadiness(db: Db, changes: Pick<ChangeListener, 'onPayload'>): Readiness {
  const direct = keepConnected(() => db.connect())
  const requests = db.pooler ? keepConnected(() => db.connectAsRequests()) : direct
  let last: { at: number; found: Promise<Hindrance[]> } | undefined
  const heard = new Map<string, () => void>()
  const stopListening = changes.onPayload('steward_readiness', (payload) => heard.get(payload)?.())

  async function tryDatabase(): Promise<void> {
    const used = await requests.connected()
    await used.query('begin')
    // Not waited for: another process that asks the same moment holds it.
    await used.query('select number from schema_migration where number = 1 for update skip locked')
    await used.query('rollback')
  }

  async function tryEvents(): Promise<void> {
    const payload = randomUUID()
    const { promise, resolve } = Promise.withResolvers<void>()
    heard.set(payload, resolve)
    try {
      const used = await direct.connected()
      await Promise.all([used.query('select pg_notify($1, $2)', ['steward_readiness', payload]), within(limitMs, promise)])
    } finally {
      heard.delete(payload)
    }
  }

  async function find(): Promise<Hindrance[]> {
    let tried: Hindrance = 'database'
    const steps = async () => {
      await tryDatabase()
      tried = 'change_events'
      await tryEvents()
    }
    const isFull = db.space.isFull
    const isReachable = await within(limitMs, steps()).then(
      () => true,
      () => false,
    )
    if (!isReachable) for (const kept of [direct, requests]) kept.drop()
    return [...(isFull ? (['disk_full'] as const) : []), ...(isReachable ? [] : [tried])]
  }

  return {
    hindrances() {
      if (!last || performance.now() - last.at > validMs) {
        const found = find()
        last = { at: performance.now(), found }
        // It is valid from when it is known: a question that takes long is asked once.
        void found.then(() => last && last.found === found && (last.at = performance.now()))
      }
      return last.found
    },
    async close() {
      stopListening()
      await Promise.all([direct, requests].map((kept) => kept.close()))
    },
  }
}
