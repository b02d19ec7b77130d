import { useSyncExternalStore } from 'react'

export type Theme = 'system' | 'light' | 'dark'
export type Density = 'comfortable' | 'compact'

/**
 * Appearance on this device: the last choice made here, or the user's settings (`session/settings.ts`).
 * `boot/boot.ts` applies the stored values before the first paint.
 */
export interface Preferences {
  theme: Theme
  density: Density
  /** An IANA time zone, or `system` for the device's. */
  timeZone: string
}

const keys: Readonly<Record<keyof Preferences, string>> = {
  theme: 'steward.theme',
  density: 'steward.density',
  timeZone: 'steward.timeZone',
}

function read(): Preferences {
  const theme = localStorage.getItem(keys.theme)
  return {
    theme: theme === 'light' || theme === 'dark' ? theme : 'system',
    density: localStorage.getItem(keys.density) === 'compact' ? 'compact' : 'comfortable',
    timeZone: knownTimeZone(localStorage.getItem(keys.timeZone)),
  }
}

/** An unknown time zone falls back to the device's. */
function knownTimeZone(name: string | null): string {
  if (name === null || name === 'system') return 'system'
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone === '' ? 'system' : name
  } catch {
    return 'system'
  }
}

let current = read()
const listeners = new Set<() => void>()

function apply(): void {
  const root = document.documentElement
  if (current.theme === 'system') delete root.dataset.theme
  else root.dataset.theme = current.theme
  root.dataset.density = current.density
  for (const listener of listeners) listener()
}

/** Stores and applies the given preferences on this device; the others stay. */
export function setPreferences(change: Partial<Preferences>): void {
  const next = { ...current, ...change, timeZone: knownTimeZone(change.timeZone ?? current.timeZone) }
  if (Object.entries(next).every(([name, value]) => current[name as keyof Preferences] === value)) return // keys of Preferences
  current = next
  localStorage.setItem(keys.theme, current.theme)
  localStorage.setItem(keys.density, current.density)
  localStorage.setItem(keys.timeZone, current.timeZone)
  apply()
}

const storedKeys: readonly (string | null)[] = Object.values(keys)
// Sync with other tabs of this browser.
window.addEventListener('storage', (event) => {
  if (!storedKeys.includes(event.key)) return
  current = read()
  apply()
})

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function usePreferences(): Preferences {
  return useSyncExternalStore(subscribe, () => current)
}

/** The time zone for display; undefined for the device's. */
export const shownTimeZone = (): string | undefined => (current.timeZone === 'system' ? undefined : current.timeZone)

/** The time zone for display; re-renders when it changes. */
export const useShownTimeZone = (): string | undefined => useSyncExternalStore(subscribe, shownTimeZone)
