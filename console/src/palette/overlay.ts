import { useSyncExternalStore } from 'react'

/** The overlays that the keyboard opens over any page. */
export type Overlay = 'palette' | 'shortcuts' | undefined

let current: Overlay
const listeners = new Set<() => void>()

export function showOverlay(overlay: Overlay): void {
  current = overlay
  for (const listener of listeners) listener()
}

export const shownOverlay = (): Overlay => current

export function useOverlay(): Overlay {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => current,
  )
}
