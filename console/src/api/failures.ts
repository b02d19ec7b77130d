import { useEffect, useId, useSyncExternalStore, type RefObject } from 'react'

/** A failure that a part of the page shows. */
interface ShownFailure {
  id: string
  message: string
  /** The dialog it is in, or null on the page. */
  frame: Element | null
  /** Its read is waiting for the next attempt. */
  isWaiting: boolean
  retry: (() => void) | undefined
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

/** The others that say the same on the same page or dialog, in the order in which they appeared. */
function sameAs(id: string): readonly ShownFailure[] {
  const own = shown.find((one) => one.id === id)
  return own === undefined ? [] : shown.filter(({ message, frame }) => message === own.message && frame === own.frame)
}

interface FailureOptions {
  message: string
  isWaiting: boolean
  retry: (() => void) | undefined
}

/**
 * One message in one place: of the parts of a page that failed with the same message, only the first says it, and its retry is for all
 * of them.
 */
export function useFailure(element: RefObject<Element | null>, { message, isWaiting, retry }: FailureOptions) {
  const id = useId()
  useEffect(() => {
    const frame = element.current?.closest('[role="dialog"]') ?? null
    publish([...shown, { id, message, frame, isWaiting: false, retry: undefined }])
    return () => publish(shown.filter((one) => one.id !== id))
  }, [id, message, element])
  useEffect(() => {
    const own = shown.find((one) => one.id === id)
    if (own === undefined) return
    own.retry = retry
    if (own.isWaiting !== isWaiting) publish(shown.map((one) => (one.id === id ? { ...one, isWaiting } : one)))
  })
  const isRepeated = useSyncExternalStore(subscribe, () => (sameAs(id)[0]?.id ?? id) !== id)
  return {
    isRepeated,
    retryAll: () => {
      for (const one of sameAs(id)) one.retry?.()
    },
  }
}
