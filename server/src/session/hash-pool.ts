import { Worker } from 'node:worker_threads'

/** The cost of a hash: KiB of memory, passes over it, lanes (RFC 9106, section 3.1). */
export interface HashCost {
  memoryCost: number
  timeCost: number
  parallelism: number
}

/** A password to hash, or to compare with a hash. The hash encodes its own cost. */
export type HashWork = { kind: 'hash'; password: string | Uint8Array; cost: HashCost } | { kind: 'verify'; password: string; hash: string }

/** A message to a worker thread. */
export interface HashJob {
  job: number
  work: HashWork
}

/** A worker thread's reply. */
export type HashResult = { job: number; value: string | boolean } | { job: number; error: string }

interface Thread {
  worker: Worker
  waiting: Map<number, PromiseWithResolvers<string | boolean>>
}

/**
 * Dedicated hashing threads. They keep libuv's pool free for files and DNS, and because jobs queue in the thread itself, it starts
 * the next one even while the event loop is busy (adr/010). A thread starts when it is first needed and does not keep an idle
 * process alive.
 */
export class HashPool {
  readonly #size: number
  readonly #threads = new Set<Thread>()
  #jobs = 0

  constructor(size: number) {
    this.#size = size
  }

  /** Jobs running or queued. */
  get length(): number {
    return [...this.#threads].reduce((sum, { waiting }) => sum + waiting.size, 0)
  }

  /** @throws Error for an invalid hash, and when the thread ends */
  run(work: HashWork): Promise<string | boolean> {
    const { worker, waiting } = this.#idlest()
    const answer = Promise.withResolvers<string | boolean>()
    const job = this.#jobs++
    waiting.set(job, answer)
    worker.ref()
    worker.postMessage({ job, work } satisfies HashJob)
    return answer.promise
  }

  /** Ends the threads and abandons running jobs. */
  async close(): Promise<void> {
    await Promise.all([...this.#threads].map(({ worker }) => worker.terminate()))
  }

  /** The least busy thread, or a new one if all are busy and the limit allows. */
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
