import { useSyncExternalStore } from 'react'

/** A change that someone wants to take back. */
export interface UndoRequest {
  changeId: string
  /** What it was, in a sentence. */
  title: string
}

let asked: UndoRequest | undefined
const listeners = new Set<() => void>()

function publish(request: UndoRequest | undefined): void {
  asked = request
  for (const listener of listeners) listener()
}

/**
 * Asks whether to undo a change, from anywhere in the console: `UndoHost` shows what would come back. One at a time: its dialog can
 * show secrets, which must not be replaced.
 */
export const askUndo = (request: UndoRequest): void => publish(asked ?? request)

export const closeUndo = (): void => publish(undefined)

export function useUndoRequest(): UndoRequest | undefined {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => asked,
  )
}
