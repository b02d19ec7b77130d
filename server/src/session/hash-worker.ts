import { parentPort } from 'node:worker_threads'
import { hashSync, verifySync } from '@node-rs/argon2'
import type { HashJob, HashResult } from './hash-pool.ts'

/** A worker thread of the hash pool. Runs jobs one at a time, in order. */
parentPort?.on('message', ({ job, work }: HashJob) => {
  let result: HashResult
  try {
    result = { job, value: work.kind === 'hash' ? hashSync(work.password, work.cost) : verifySync(work.hash, work.password) }
  } catch (error) {
    result = { job, error: String(error) }
  }
  parentPort?.postMessage(result)
})
