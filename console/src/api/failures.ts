import { useEffect, useRef, useSyncExternalStore, type RefObject } from 'react'

interface FailureOptions {
  message: string
  /** Its read is waiting for the next attempt. */
  isWaiting: boolean
  retry: (() => void) | undefined
}

/** A failure that a part of the page shows. */
interface ShownFailure {
  options: { readonly current: FailureOptions }
  message: string
  isWaiting: boolean
  /** The dialog it is in, or null on the page. */
  frame: Element | null
}

let shown: readonly ShownFailure[] = []
const listeners = new Set<() => void>()

function publish(next: readonly ShownFailure[]): void {
  shown = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Whether a part of the page says that its read is being retried; the notice over the page then stays away. */
export const useWaitIsShown = (): boolean => useSyncExternalStore(subscribe, () => shown.some(({ isWaiting }) => isWaiting))

/** Those that say the same on the same page or dialog, in the order in which they appeared. */
function sameAs(options: ShownFailure['options']): readonly ShownFailure[] {
  const own = shown.find((one) => one.options === options)
  return shown.filter(({ message, frame }) => message === own?.message && frame === own.frame)
}

/**
 * One message in one place: of the parts of a page that failed with the same message, only the first says it, and its retry is for all
 * of them.
 */
export function useFailure(element: RefObject<Element | null>, current: FailureOptions) {
  const options = useRef(current)
  options.current = current
  const { message, isWaiting } = current
  useEffect(() => {
    const own = { options, message, isWaiting, frame: element.current?.closest('[role="dialog"]') ?? null }
    publish([...shown, own])
    return () => publish(shown.filter((one) => one !== own))
  }, [element, message, isWaiting])
  return {
    isRepeated: useSyncExternalStore(subscribe, () => (sameAs(options)[0]?.options ?? options) !== options),
    retryAll: () => sameAs(options).forEach((one) => one.options.current.retry?.()),
  }
}
