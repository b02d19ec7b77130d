import { useSyncExternalStore, type RefCallback } from 'react'

/** The panels that float over every page. Only one is shown at a time. */
export type FloatingName = 'help' | 'feedback' | 'whatsNew'

let shown: FloatingName | undefined
const listeners = new Set<() => void>()
const tell = () => {
  for (const listener of listeners) listener()
}
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Shows a floating panel in place of the current one; undefined hides it. */
export function showFloating(name: FloatingName | undefined): void {
  shown = name
  tell()
}

/** Which floating panel is shown. */
export const useFloating = (): FloatingName | undefined => useSyncExternalStore(subscribe, () => shown)

/**
 * The container of the floating panels. It is in the body, or inside an open side panel, whose backdrop and focus trap would
 * otherwise block the floating panel.
 */
export const floatingPlace = document.createElement('div')
document.body.append(floatingPlace)

/** Ref for an element in a side panel: hosts the floating panels while it is mounted. */
export const hostFloating: RefCallback<HTMLElement> = (host) => {
  if (host === null) return
  moveTo(host)
  return () => moveTo(document.body)
}

/** Whether the floating panels are in a side panel. */
export const useIsHosted = (): boolean => useSyncExternalStore(subscribe, () => floatingPlace.parentElement !== document.body)

function moveTo(parent: HTMLElement): void {
  // moveBefore keeps an iframe's content. It can't move it out of a closed side panel, which is already detached by then.
  if ('moveBefore' in parent && parent.isConnected && floatingPlace.isConnected) parent.moveBefore(floatingPlace, null)
  else parent.append(floatingPlace)
  tell()
}
