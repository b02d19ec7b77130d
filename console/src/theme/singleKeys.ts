import { useSyncExternalStore } from 'react'

/**
 * Single-character shortcuts ('/', '?') can be turned off, because speech input and slips can trigger them by accident
 * (WCAG 2.1.4).
 */

const storageKey = 'steward.single-keys'
const listeners = new Set<() => void>()
const areOn = (): boolean => localStorage.getItem(storageKey) !== 'off'

export function setSingleKeys(on: boolean): void {
  localStorage.setItem(storageKey, on ? 'on' : 'off')
  for (const listener of listeners) listener()
}

export function useSingleKeys(): boolean {
  return useSyncExternalStore((listener) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }, areOn)
}

/** Whether a key press is free for shortcuts: not while typing, and not behind a dialog. */
export function isFree({ target }: KeyboardEvent): boolean {
  if (!(target instanceof HTMLElement)) return true
  return (
    !target.isContentEditable && !target.matches('input, textarea, select') && target.closest('[role="dialog"], [role="menu"]') === null
  )
}

/** Whether a key press is this shortcut. */
export const isSingleKey = (event: KeyboardEvent, key: string): boolean =>
  event.key === key && !event.ctrlKey && !event.metaKey && !event.altKey && areOn() && isFree(event)
