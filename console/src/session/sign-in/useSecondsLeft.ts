import { useSyncExternalStore } from 'react'

const secondsLeft = (until: number | undefined) => (until === undefined ? 0 : Math.max(0, Math.ceil((until - Date.now()) / 1_000)))

function everyMoment(changed: () => void): () => void {
  const timer = setInterval(changed, 250)
  return () => clearInterval(timer)
}

const never = () => () => {}

/** Whole seconds until a time (ms), counting down; 0 once it has passed or if none is given. */
export function useSecondsLeft(until: number | undefined): number {
  return useSyncExternalStore(until === undefined ? never : everyMoment, () => secondsLeft(until))
}
