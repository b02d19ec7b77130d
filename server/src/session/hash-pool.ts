import { Worker } from 'node:worker_threads'

/** What a hash costs us, and whoever guesses: KiB of memory, passes over it, lanes (RFC 9106, section 3.1). */
export interface HashCost {
  memoryCost: number
  timeCost: number
  parallelism: number
}

/** A password to hash, or to compare with a hash, which carries the cost it was made at. */
export type HashWork = { kind: 'hash'; password: string | Uint8Array; cost: HashCost } | { kind: 'verify'; password: string; hash: string }

/** What a thread is sent. */
export interface HashJob {
  job: number
  work: HashWork
}

/** What it answers. */
export type HashResult = { job: number; value: string | boolean } | { job: number; error: string }

interface Thread {
  worker: Worker
  waiting: Map<number, PromiseWithResolvers<string | boolean>>
}

/**
 * Threads of our own that hash. libuv's pool, which serves files and name lookups, never waits for them; and because jobs wait in
 * the thread itself, it begins the next one while the event loop is still busy with the last (adr/010). A thread starts when
 * it is first needed, and keeps no process alive while it has nothing to do.
 */
export class HashPool {
  readonly #size: number
  readonly #threads = new Set<Thread>()
  #jobs = 0

  constructor(size: number) {
    this.#size = size
  }

  /** Jobs that run or wait. */
  get length(): number {
    return [...this.#threads].reduce((sum, { waiting }) => sum + waiting.size, 0)
  }

  /** @throws Error for what is no hash, and when the thread ended */
  run(work: HashWork): Promise<string | boolean> {
    const { worker, waiting } = this.#idlest()
    const answer = Promise.withResolvers<string | boolean>()
    const job = this.#jobs++
    waiting.set(job, answer)
    worker.ref()
    worker.postMessage({ job, work } satisfies HashJob)
    return answer.promise
  }

  /** Ends the threads; what still runs is given up. */
  async close(): Promise<void> {
    await Promise.all([...this.#threads].map(({ worker }) => worker.terminate()))
  }

  /** The thread with the fewest jobs; a new one where all are busy and there may be more. */
  #idlest(): Thread {
    const [idlest] = [...this.#threads].toSorted((a, b) => a.waiting.size - b.waiting.size)
    return idlest && (idlest.waiting.size === 0 || this.#threads.size >= this.#size) ? idlest : this.#start()
  }

  #start(): Thread {
    const worker = new Worker(new URL('./hash-worker.ts', import.meta.url))
    const thread: Thread = { worker, waiting: new Map() }
    const { waiting } = thread
    this.#threads.add(thread)
    worker.on('message', (result: HashResult) => {
      const answer = waiting.get(result.job)
      waiting.delete(result.job)
      if (waiting.size === 0) worker.unref()
      if ('error' in result) answer?.reject(new Error(result.error))
      else answer?.resolve(result.value)
    })
    const ended = (error: Error) => {
      this.#threads.delete(thread)
      for (const { reject } of waiting.values()) reject(error)
      waiting.clear()
    }
    worker.on('error', ended)
    worker.on('exit', () => ended(new Error('a thread that hashes has ended')))
    return thread
  }
}
