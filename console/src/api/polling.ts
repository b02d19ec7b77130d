/**
 * Polling at intervals (second specification file, section 9). A target, such as a running job, registers a poll method under
 * a key. Each poll runs the methods of active targets. Targets that are still active afterwards are kept, the others are dropped
 * and completed, and keys without targets are removed. The next poll is scheduled only while a target is active.
 */
export interface PollTarget {
  /** Whether there is still something to wait for. */
  isActive: () => boolean
  /** Polls. A failure is retried with the next poll; the method reports it where that matters. */
  poll: () => Promise<unknown>
  /** Called when there is nothing left to wait for, but not for an unregistered target. */
  onComplete?: () => void
}

export interface Polling {
  /**
   * Includes a target from the next poll on. Registering the same target twice changes nothing.
   * @returns a function that unregisters it
   */
  register: (key: string, target: PollTarget) => () => void
  /** The keys that have targets. */
  keys: () => string[]
}

/** Polls on a timer: the first poll runs `intervalMs` after the first target, each next one after the last has finished. */
export function createPolling(intervalMs: number): Polling {
  const targets = new Map<string, Set<PollTarget>>()
  let timer: ReturnType<typeof setTimeout> | undefined
  let polling = false

  const drop = (key: string, target: PollTarget): boolean => {
    const ofKey = targets.get(key)
    const had = ofKey?.delete(target) ?? false
    if (ofKey?.size === 0) targets.delete(key)
    return had
  }

  const schedule = () => {
    if (polling || timer !== undefined || targets.size === 0) return
    timer = setTimeout(() => void poll(), intervalMs)
  }

  const poll = async () => {
    timer = undefined
    polling = true
    const all = [...targets].flatMap(([key, ofKey]) => [...ofKey].map((target) => ({ key, target })))
    await Promise.allSettled(all.filter(({ target }) => target.isActive()).map(({ target }) => target.poll()))
    polling = false
    for (const { key, target } of all) if (!target.isActive() && drop(key, target)) target.onComplete?.()
    schedule()
  }

  return {
    register(key, target) {
      const ofKey = targets.get(key) ?? new Set()
      targets.set(key, ofKey.add(target))
      schedule()
      return () => {
        drop(key, target)
        if (targets.size > 0) return
        clearTimeout(timer)
        timer = undefined
      }
    },
    keys: () => [...targets.keys()],
  }
}

/** The specification doesn't give the interval; users rarely wait for polled data second by second. */
const pollIntervalMs = 30_000

/** The polling of the console. */
export const polling = createPolling(pollIntervalMs)
