/**
 * Tracks user activity. A session ends after a time without activity, so a page that is only open must not keep it
 * alive: tokens are renewed for people, not for timers.
 */

let lastActive = Date.now()
let waiting: (() => void)[] = []
const listeners = new Set<(at: number) => void>()
/** Other tabs are told at most this often. */
const tellEveryMs = 15_000
let lastTold = 0

function note(at: number): void {
  lastActive = Math.max(lastActive, at)
  const resumed = waiting
  waiting = []
  for (const resume of resumed) resume()
}

function noticed(): void {
  const now = Date.now()
  note(now)
  if (now - lastTold < tellEveryMs) return
  lastTold = now
  for (const listener of listeners) listener(now)
}

for (const event of ['pointerdown', 'keydown', 'wheel', 'touchstart'] as const)
  document.addEventListener(event, noticed, { capture: true, passive: true })
document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && noticed())

/** Activity in another tab counts, too. */
export const noteActivityElsewhere = note

export function onActivity(listener: (at: number) => void): void {
  listeners.add(listener)
}

/** Resolves immediately if the user was active after `since` (ms), otherwise with the next activity. */
export function activityAfter(since: number): Promise<void> {
  if (lastActive > since) return Promise.resolve()
  return new Promise((resolve) => waiting.push(resolve))
}
