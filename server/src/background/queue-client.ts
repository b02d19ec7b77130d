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

function failWith(error: unknown): never {
  throw retryable(error)
}

function retryable(error: unknown): unknown {
  if (!isDatabaseUnavailable(error) && !isStandby(error)) return error
  return Object.assign(new Error(error instanceof Error ? error.message : String(error), { cause: error }), { code: cannotConnectNow })
}
