import { AsyncLocalStorage } from 'node:async_hooks'

/** How long work can take with the database, in milliseconds. */
export interface TimeLimits {
  statementMs: number
  /** Waiting for a lock of another transaction. */
  lockMs: number
  /** Waiting for a connection. */
  connectionMs: number
}

const hourMs = 3_600_000

/** The limits of commands and background work. */
export const unhurried: TimeLimits = { statementMs: hourMs, lockMs: hourMs, connectionMs: 15_000 }

/** A request as the database knows it: work with limits that is over at some time, even while it waits. */
export class LimitedWork {
  readonly limits: TimeLimits
  readonly #onOver = new Set<() => void>()
  #state: 'running' | 'over' | 'answered' = 'running'

  constructor(limits: TimeLimits) {
    this.limits = limits
  }

  /** Its time ran out before it was answered. */
  get isOver(): boolean {
    return this.#state === 'over'
  }

  get isAnswered(): boolean {
    return this.#state === 'answered'
  }

  /** Calls back when the time is over; returns the function that forgets this. */
  onOver(callback: () => void): () => void {
    this.#onOver.add(callback)
    return () => void this.#onOver.delete(callback)
  }

  /** The time is over: connections are cut off, and the database rolls back what was not committed. */
  end(): void {
    if (this.#state !== 'running') return
    this.#state = 'over'
    for (const callback of this.#onOver) callback()
  }

  /** It has its answer: what it left running has the limits of background work. */
  answer(): void {
    if (this.#state === 'running') this.#state = 'answered'
  }
}

const running = new AsyncLocalStorage<LimitedWork>()

/** Runs `work` and everything it starts within the limits of `limited`. */
export const runWithin = <T>(limited: LimitedWork, work: () => T): T => running.run(limited, work)

/** The limited work that this belongs to; undefined in the background. */
export function currentWork(): LimitedWork | undefined {
  const limited = running.getStore()
  return limited?.isAnswered ? undefined : limited
}

/** Runs `connect`, of which each connection has this long. */
export async function connectingWithin<T>(connectionMs: number, connect: () => Promise<T>): Promise<T> {
  const work = new LimitedWork({ ...unhurried, connectionMs })
  try {
    return await runWithin(work, connect)
  } finally {
    work.answer()
  }
}

/** The limits of what runs here. */
export const currentLimits = (): TimeLimits => currentWork()?.limits ?? unhurried
