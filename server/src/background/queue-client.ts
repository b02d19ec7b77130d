import pg from 'pg'
import { isDatabaseUnavailable, isStandby } from '../db/unavailable.ts'

/** cannot_connect_now: one of the errors after which the queue tries again. */
const cannotConnectNow = '57P03'

/**
 * A connection of the queue. It says of every lost connection, and of a standby, that the database cannot be reached now: after other
 * errors the queue does not try again, and an error while it writes the result of a job would end the process and leave the job locked.
 */
export class QueueClient extends pg.Client {
  // pg declares many overloads of both; these pass all of them on.
  override query: pg.Client['query'] = ((...given: unknown[]) => {
    const inherited = super.query as (...all: unknown[]) => unknown
    const answer = inherited.apply(this, given)
    return answer instanceof Promise ? answer.catch(failWith) : answer
  }) as pg.Client['query']

  override connect: pg.Client['connect'] = ((callback?: (error: unknown) => void) => {
    const inherited = super.connect as (done?: (error: unknown) => void) => unknown
    if (callback) return inherited.call(this, (error) => callback(error ? retryable(error) : error))
    return (inherited.call(this) as Promise<unknown>).catch(failWith)
  }) as pg.Client['connect']
}

/**
 * The pool of the queue. The queue writes results of jobs again after a connection broke, and does not await it: an error that it does
 * not try again, or a pool that has ended, would end the process. As after a kill, another process frees the job.
 */
export class QueuePool extends pg.Pool {
  // pg declares two overloads; this one passes both on.
  override connect: pg.Pool['connect'] = ((callback?: (error: unknown, ...given: unknown[]) => void) => {
    const inherited = super.connect as (done?: (error: unknown, ...given: unknown[]) => void) => unknown
    if (callback) return inherited.call(this, (error, ...given) => callback(error ? retryable(error) : error, ...given))
    if (this.ending) return new Promise(() => undefined)
    return (inherited.call(this) as Promise<unknown>).catch(failWith)
  }) as pg.Pool['connect']
}

function failWith(error: unknown): never {
  throw retryable(error)
}

function retryable(error: unknown): unknown {
  if (!isDatabaseUnavailable(error) && !isStandby(error)) return error
  return Object.assign(new Error(error instanceof Error ? error.message : String(error), { cause: error }), { code: cannotConnectNow })
}
