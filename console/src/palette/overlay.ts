import { useSyncExternalStore } from 'react'

/** The overlays that the keyboard opens over any page. */
export type Overlay = 'palette' | 'shortcuts' | undefined

let current: Overlay
let text = ''
const listeners = new Set<() => void>()

const tell = () => {
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Opens an overlay, with nothing typed. */
export function showOverlay(overlay: Overlay): void {
  current = overlay
  text = ''
  tell()
}

export const shownOverlay = (): Overlay => current

export const useOverlay = (): Overlay => useSyncExternalStore(subscribe, () => current)

/** What is typed in the palette. Kept here, because people type before its code is loaded and its field has the focus. */
export const typedText = (): string => text

export function setTypedText(typed: string): void {
  text = typed
  tell()
}

export const useTypedText = (): string => useSyncExternalStore(subscribe, typedText)
