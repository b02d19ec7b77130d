/**
 * Asking again at intervals (second specification file, section 9). A target, such as a job that runs, registers under a key
 * a method that asks for it and lasts as long as it does. Each poll runs the methods whose condition holds; targets whose
 * condition is then true stay active, the others are dropped and completed; keys without targets are removed; and the next
 * poll is scheduled only while some target is active.
 */
export interface PollTarget {
  /** Whether there is still something to wait for. */
  isActive: () => boolean
  /** Asks. What fails is asked again with the next poll; it says so itself where that must be known. */
  poll: () => Promise<unknown>
  /** There is nothing left to wait for. Not called for a target that was taken back. */
  onComplete?: () => void
}

export interface Polling {
  /**
   * Asks for a target from the next poll on. Registering the same target twice changes nothing.
   * @returns takes it back
   */
  register: (key: string, target: PollTarget) => () => void
  /** The keys that have targets. */
  keys: () => string[]
}

/** Polls by a timer of its own: the first poll comes `intervalMs` after the first target, each next one after the last answer. */
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

/** The specification does not show the interval; what is polled is rarely waited for by somebody who counts. */
const pollIntervalMs = 30_000

/** The polls of the console. */
export const polling = createPolling(pollIntervalMs)
