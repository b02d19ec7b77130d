import { useSyncExternalStore } from 'react'
import { NetworkError } from '@steward/contract/http'

/**
 * The retry helper (both specification files, sections 4 and 9): a call that fails through the network, by a bad answer or
 * by a time-out is tried up to 10 times, 30 s apart. Until then it is a call that waits: everybody can see it, try it at
 * once, or give it up. Which calls may be sent twice is in docs/adr/012.
 */
export const retryAttempts = 10
export const retryDelayMs = 30_000

/** Somebody gave up waiting. To everybody who only asks why there is no answer: the failure before. */
export class GivenUpError extends NetworkError {
  constructor(cause: NetworkError) {
    super(cause.kind, cause)
    this.name = 'GivenUpError'
  }
}

export interface RetryOptions {
  /** Ends the waiting too; the call then fails by the signal's reason. */
  signal?: AbortSignal | undefined
  /** Told after each failure that is followed by another try. */
  onFailure?: ((failures: number, error: NetworkError) => void) | undefined
}

/**
 * Runs until it succeeds, fails by something else than the network, or has been tried often enough.
 * @throws what `run` threw last; {GivenUpError} where somebody cancelled the waiting
 */
export async function retrying<T>(run: () => Promise<T>, { signal, onFailure }: RetryOptions = {}): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await run()
    } catch (error) {
      if (!(error instanceof NetworkError) || attempt >= retryAttempts) throw error
      signal?.throwIfAborted()
      onFailure?.(attempt, error)
      if ((await waitForNext(attempt, error, signal)) === 'cancel') throw new GivenUpError(error)
    }
  }
}

interface Waiting {
  attempt: number
  /** ms */
  nextAt: number
  kind: NetworkError['kind']
  end: (how: 'retry' | 'cancel') => void
}

/** The calls that wait, as one: they wait for the same network. */
export interface RetryState {
  calls: number
  /** How often the one that was tried most has been tried. */
  attempt: number
  /** When the next of them is tried, in ms by this clock. */
  nextAt: number
  /** False where something answers, only not what it should. */
  isNetwork: boolean
}

let waiting: readonly Waiting[] = []
let state: RetryState | undefined
const listeners = new Set<() => void>()

function publish(next: readonly Waiting[]): void {
  waiting = next
  state =
    next.length === 0
      ? undefined
      : {
          calls: next.length,
          attempt: Math.max(...next.map(({ attempt }) => attempt)),
          nextAt: Math.min(...next.map(({ nextAt }) => nextAt)),
          isNetwork: next.some(({ kind }) => kind !== 'bad_response'),
        }
  for (const listener of listeners) listener()
}

function waitForNext(attempt: number, error: NetworkError, signal: AbortSignal | undefined): Promise<'retry' | 'cancel'> {
  return new Promise((resolve, reject) => {
    const leave = () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', aborted)
      publish(waiting.filter((other) => other !== entry))
    }
    const aborted = () => {
      leave()
      reject(signal?.reason instanceof Error ? signal.reason : new DOMException('Aborted', 'AbortError'))
    }
    const entry: Waiting = {
      attempt,
      nextAt: Date.now() + retryDelayMs,
      kind: error.kind,
      end: (how) => {
        leave()
        resolve(how)
      },
    }
    const timer = setTimeout(() => entry.end('retry'), retryDelayMs)
    signal?.addEventListener('abort', aborted)
    publish([...waiting, entry])
  })
}

/** Tries every waiting call at once; nothing where none waits. */
export function retryNow(): void {
  for (const call of waiting) call.end('retry')
}

/** Gives up every waiting call. */
export function cancelRetries(): void {
  for (const call of waiting) call.end('cancel')
}

// The browser knows first that the network is back.
window.addEventListener('online', retryNow)

/** What waits for another try; undefined where nothing does. */
export function useRetryState(): RetryState | undefined {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => state,
  )
}
