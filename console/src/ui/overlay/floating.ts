import { useSyncExternalStore, type RefCallback } from 'react'

/** The panels that float over every page. There is room for one of them. */
export type FloatingName = 'help' | 'feedback'

let shown: FloatingName | undefined
const listeners = new Set<() => void>()
const tell = () => {
  for (const listener of listeners) listener()
}
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Shows a floating panel in place of another; undefined shows none. */
export function showFloating(name: FloatingName | undefined): void {
  shown = name
  tell()
}

/** Which floating panel is shown. */
export const useFloating = (): FloatingName | undefined => useSyncExternalStore(subscribe, () => shown)

/**
 * Holds the floating panels: in the body, or in the side panel that lies over the page, behind whose veil and outside whose
 * focus they would otherwise be.
 */
export const floatingPlace = document.createElement('div')
document.body.append(floatingPlace)

/** The ref of an element in a side panel that holds the floating panels as long as it is there. */
export const hostFloating: RefCallback<HTMLElement> = (host) => {
  if (host === null) return
  moveTo(host)
  return () => moveTo(document.body)
}

/** Whether the floating panels are in a side panel. */
export const useIsHosted = (): boolean => useSyncExternalStore(subscribe, () => floatingPlace.parentElement !== document.body)

function moveTo(parent: HTMLElement): void {
  // Keeps what is shown in a frame, where the browser can: not out of a side panel, which is no longer in the document by then.
  if ('moveBefore' in parent && parent.isConnected && floatingPlace.isConnected) parent.moveBefore(floatingPlace, null)
  else parent.append(floatingPlace)
  tell()
}
