import { setTimeout as delay } from 'node:timers/promises'

/** Waits for the database, but not longer than this. @throws if it takes longer */
export async function within<T>(limitMs: number, work: Promise<T>): Promise<T> {
  const ended = new AbortController()
  try {
    return await Promise.race([
      work,
      delay(limitMs, undefined, { signal: ended.signal, ref: false }).then(() => {
        throw new Error('The database did not answer in time')
      }),
    ])
  } finally {
    ended.abort()
  }
}
