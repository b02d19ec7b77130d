import { useSyncExternalStore } from 'react'
import { serverNow } from '../i18n/serverTime.ts'

/** One timer for all running durations of the page, so that only their texts render again each second. */
let now = serverNow()
let timer: ReturnType<typeof setInterval> | undefined
const listeners = new Set<() => void>()

function tick(): void {
  now = serverNow()
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  timer ??= setInterval(tick, 1_000)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}

const never = () => () => {}

/** The time in ms, as `read` sees it: the component renders again when that changes. Stands still unless `isTicking`. */
export function useTicking<T extends string | number | boolean>(isTicking: boolean, read: (now: number) => T): T {
  return useSyncExternalStore(isTicking ? subscribe : never, () => read(timer === undefined ? (now = roundedNow()) : now))
}

/** Between ticks the value must be stable. */
const roundedNow = (): number => Math.floor(serverNow() / 1_000) * 1_000
