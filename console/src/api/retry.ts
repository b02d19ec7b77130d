import { useSyncExternalStore } from 'react'
import { NetworkError, ProblemError } from '@steward/contract/http'

/**
 * The retry helper (both specification files, sections 4 and 9): a call that fails because of the network, an invalid response
 * or a timeout is tried up to 10 times, 30 s apart. One that the server was too busy for, or had no database for, is tried when the
 * server says. While it waits, the user can see it, retry it immediately or
 * cancel it. docs/adr/012 decides which calls can be repeated.
 */
export const retryAttempts = 10
export const retryDelayMs = 30_000

/** The user canceled the wait. Callers that only check the failure's kind see the network failure before it. */
export class GivenUpError extends NetworkError {
  constructor(cause: NetworkError) {
    super(cause.kind, cause)
    this.name = 'GivenUpError'
  }
}

export interface RetryOptions {
  /** Also ends the wait; the call then fails with the signal's reason. */
  signal?: AbortSignal | undefined
  /** Called after each failure that will be retried. */
  onFailure?: ((failures: number, error: RetriedError) => void) | undefined
  /** Which failures of this call can be retried; all, unless given. */
  isSafe?: ((error: RetriedError) => boolean) | undefined
}

export type RetriedError = NetworkError | ProblemError

/** Nothing of the call was done, so that any call can be sent again. */
export const isRefusedUndone = (error: RetriedError): boolean => error instanceof ProblemError && error.problem.code === 'overloaded'

/** The problems that pass: no place, no database, no answer in time. */
const passing: ReadonlySet<string> = new Set(['overloaded', 'unavailable', 'took_too_long'])
const isPassing = (error: unknown): error is ProblemError => error instanceof ProblemError && passing.has(error.problem.code)

/** Whether a call that failed so is waiting for its next attempt, if any call is. */
export const isWaitingFor = (error: unknown): boolean =>
  (error instanceof NetworkError && !(error instanceof GivenUpError)) || isPassing(error)

const delayOf = (error: RetriedError): number => (error instanceof ProblemError ? (error.retryAfterSeconds ?? 1) * 1_000 : retryDelayMs)

/**
 * Runs until it succeeds, fails for a reason that does not pass, or runs out of attempts.
 * @throws the last error of `run`; {GivenUpError} if the user canceled the wait
 */
export async function retrying<T>(run: () => Promise<T>, { signal, onFailure, isSafe }: RetryOptions = {}): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await run()
    } catch (error) {
      if (!(error instanceof NetworkError || isPassing(error)) || attempt >= retryAttempts || isSafe?.(error) === false) throw error
      signal?.throwIfAborted()
      onFailure?.(attempt, error)
      if ((await waitForNext(attempt, error, signal)) === 'cancel') throw error instanceof NetworkError ? new GivenUpError(error) : error
    }
  }
}

interface Waiting {
  attempt: number
  /** ms */
  nextAt: number
  kind: NetworkError['kind'] | 'busy'
  end: (how: 'retry' | 'cancel') => void
}

/** The waiting calls as one state, because they wait for the same network. */
export interface RetryState {
  calls: number
  /** The highest attempt number among them. */
  attempt: number
  /** When the next of them is retried, in ms of this clock. */
  nextAt: number
  /** What they wait for. */
  kind: 'network' | 'bad_response' | 'busy'
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
          kind: (['busy', 'bad_response'] as const).find((kind) => next.every((one) => one.kind === kind)) ?? 'network',
        }
  for (const listener of listeners) listener()
}

function waitForNext(attempt: number, error: RetriedError, signal: AbortSignal | undefined): Promise<'retry' | 'cancel'> {
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
    const delayMs = delayOf(error)
    const entry: Waiting = {
      attempt,
      nextAt: Date.now() + delayMs,
      kind: error instanceof ProblemError ? 'busy' : error.kind,
      end: (how) => {
        leave()
        resolve(how)
      },
    }
    const timer = setTimeout(() => entry.end('retry'), delayMs)
    signal?.addEventListener('abort', aborted)
    publish([...waiting, entry])
  })
}

/** Retries every waiting call immediately. */
export function retryNow(): void {
  for (const call of waiting) call.end('retry')
}

/** Cancels every waiting call. */
export function cancelRetries(): void {
  for (const call of waiting) call.end('cancel')
}

// The browser is the first to know that the network is back.
window.addEventListener('online', retryNow)

/** The calls waiting for a retry; undefined if there are none. */
export function useRetryState(): RetryState | undefined {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => state,
  )
}
