import { problemMessage } from './problem.ts'

/** One of many for which a change failed, and why. */
export interface BulkFailure {
  id: string
  name: string
  message: string
}

/** How something done to many, one call each, went. */
export interface EachOutcome<T> {
  succeeded: T[]
  failed: BulkFailure[]
}

/** Few enough at once that the server's limits and locks are not strained. */
const atOnce = 4

/** Does one thing to each of many; each succeeds or fails alone, with the server's words or `fallback`. */
export async function runEach<T>(
  items: readonly T[],
  of: { id: (item: T) => string; name: (item: T) => string; run: (item: T) => Promise<unknown>; fallback: string },
): Promise<EachOutcome<T>> {
  const outcome: EachOutcome<T> = { succeeded: [], failed: [] }
  const waiting = items.values()
  const worker = async () => {
    for (const item of waiting) {
      try {
        await of.run(item)
        outcome.succeeded.push(item)
      } catch (error) {
        outcome.failed.push({ id: of.id(item), name: of.name(item), message: problemMessage(error, of.fallback) })
      }
    }
  }
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, worker))
  return outcome
}
