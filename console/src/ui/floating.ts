import { useSyncExternalStore } from 'react'

/** The panels that float over every page. There is room for one of them. */
export type FloatingName = 'help' | 'feedback'

let shown: FloatingName | undefined
const listeners = new Set<() => void>()

/** Shows a floating panel in place of another; undefined shows none. */
export function showFloating(name: FloatingName | undefined): void {
  shown = name
  for (const listener of listeners) listener()
}

/** Which floating panel is shown. */
export function useFloating(): FloatingName | undefined {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => shown,
  )
}
