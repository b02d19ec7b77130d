/** A client that sends nothing for this long loses its connection. */
const longestWaitMs = 60_000
/** So does one that falls behind this pace for that long: 16 kB a second. What it sends is read in a transaction. */
const slowestBytesPerMs = 16

/** How long to wait for a client that sends something. */
export interface Patience {
  /** Begins to wait for bytes. */
  wait(): void
  /** They are here. What is done with them until the next wait doesn't count. */
  got(bytes: number): void
  /** Waits no more. */
  end(): void
}

/** Calls `lose` when a client is too slow. */
export function createPatience(lose: () => void): Patience {
  let leftMs = longestWaitMs
  let since = 0
  let timer: NodeJS.Timeout | undefined
  const end = () => clearTimeout(timer)
  return {
    wait() {
      end()
      since = performance.now()
      timer = setTimeout(lose, leftMs)
    },
    got(bytes) {
      end()
      leftMs = Math.min(longestWaitMs, leftMs + bytes / slowestBytesPerMs - (performance.now() - since))
    },
    end,
  }
}
