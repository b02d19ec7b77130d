import { useSyncExternalStore } from 'react'

/** Whether live updates are connected; a page that shows running work polls while they aren't. */
let isLive = true
const listeners = new Set<() => void>()

export const isConnected = (): boolean => isLive

/** Called whenever the websocket opens or closes. */
export function setConnected(isOpen: boolean): void {
  if (isOpen === isLive) return
  isLive = isOpen
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useConnected = (): boolean => useSyncExternalStore(subscribe, isConnected)
