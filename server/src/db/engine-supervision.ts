import { setTimeout as delay } from 'node:timers/promises'
import { EngineError } from './engine-error.ts'

const checkEveryMs = 250
const minuteMs = 60_000
/** Restarts in a minute, with or without success, after which it is given up. */
const mostRestarts = 3

export interface Supervised {
  isRunning(): Promise<boolean>
  /** Starts it again, with recovery. */
  restart(): Promise<void>
}

export interface SupervisionOptions {
  log: (message: string) => void
  /** It cannot be kept running; called once, and nothing is watched after it. */
  onGivenUp: (error: EngineError) => void
}

/** Watches the engine and starts it again when it has died. Returns the function that ends this, and waits for a restart. */
export function supervise({ isRunning, restart }: Supervised, { log, onGivenUp }: SupervisionOptions): () => Promise<void> {
  const ended = new AbortController()
  let restarts: number[] = []

  async function restartOnce(): Promise<void> {
    restarts = [...restarts.filter((at) => at > Date.now() - minuteMs), Date.now()]
    log('The database engine has died; starting it again')
    try {
      await restart()
      log('The database engine runs again')
    } catch (error) {
      if (restarts.length >= mostRestarts) throw error
      log(`The database engine did not start: ${error instanceof Error ? error.message : String(error)}`)
    }
  }

  async function watch(): Promise<void> {
    while (!ended.signal.aborted) {
      await delay(checkEveryMs, undefined, { signal: ended.signal })
      if (await isRunning()) continue
      if (restarts.filter((at) => at > Date.now() - minuteMs).length >= mostRestarts) {
        throw new EngineError(`The database engine died ${mostRestarts + 1} times within a minute.`)
      }
      await restartOnce()
    }
  }

  const watching = watch().catch((error: unknown) => {
    if (ended.signal.aborted) return
    onGivenUp(error instanceof EngineError ? error : new EngineError(`The database engine could not be watched: ${String(error)}`))
  })
  return async () => {
    ended.abort()
    await watching
  }
}
