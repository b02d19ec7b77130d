import { vi } from 'vitest'

/** Waits for what comes soon, but not within a second on a busy machine. Fake timers go on while it waits. */
export const eventually = (check: () => unknown) => vi.waitFor(check, { timeout: 10_000 })
