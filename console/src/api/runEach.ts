import { problemMessage } from './problem.ts'

/** An item for which a bulk change failed, and why. */
export interface BulkFailure {
  id: string
  name: string
  message: string
}

/** The result of a bulk change with one call per item. */
export interface EachOutcome<T> {
  succeeded: T[]
  failed: BulkFailure[]
}

/** Low enough not to strain the server's limits and locks. */
const atOnce = 4

/** Runs a change for each item. Each succeeds or fails on its own, with the server's message or `fallback`. */
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
