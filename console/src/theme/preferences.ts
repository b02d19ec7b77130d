import { useSyncExternalStore } from 'react'
import { breakpoints } from './breakpoints.ts'

export type Theme = 'system' | 'light' | 'dark'
export type Density = 'comfortable' | 'compact'

/**
 * Appearance on this device: the last choice made here, or the user's settings (`session/settings.ts`).
 * `boot/boot.ts` applies the stored values before the first paint.
 */
export interface Preferences {
  theme: Theme
  /** As shown: the choice, or what fits the window. */
  density: Density
  /** An IANA time zone, or `system` for the device's. */
  timeZone: string
}

interface Choices extends Omit<Preferences, 'density'> {
  /** `auto`: compact on wide windows, comfortable on others and on touch screens. */
  density: Density | 'auto'
}

const keys: Readonly<Record<keyof Choices, string>> = {
  theme: 'steward.theme',
  density: 'steward.density',
  timeZone: 'steward.timeZone',
}

function read(): Choices {
  const theme = localStorage.getItem(keys.theme)
  const density = localStorage.getItem(keys.density)
  return {
    theme: theme === 'light' || theme === 'dark' ? theme : 'system',
    density: density === 'compact' || density === 'comfortable' ? density : 'auto',
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

const compactByDefault = matchMedia(`(width >= ${breakpoints.widescreen}em) and (not (pointer: coarse))`)

let chosen = read()
let current = shown()

function shown(): Preferences {
  const density = chosen.density === 'auto' ? (compactByDefault.matches ? 'compact' : 'comfortable') : chosen.density
  return { ...chosen, density }
}

const listeners = new Set<() => void>()

function apply(): void {
  current = shown()
  const root = document.documentElement
  if (current.theme === 'system') delete root.dataset.theme
  else root.dataset.theme = current.theme
  root.dataset.density = current.density
  for (const listener of listeners) listener()
}

/** Stores and applies the given preferences on this device; the others stay. */
export function setPreferences(change: Partial<Choices>): void {
  const next = { ...chosen, ...change, timeZone: knownTimeZone(change.timeZone ?? chosen.timeZone) }
  if (Object.entries(next).every(([name, value]) => chosen[name as keyof Choices] === value)) return // keys of Choices
  chosen = next
  localStorage.setItem(keys.theme, chosen.theme)
  localStorage.setItem(keys.density, chosen.density)
  localStorage.setItem(keys.timeZone, chosen.timeZone)
  apply()
}

let keep: ((change: Partial<Preferences>) => void) | undefined

/** Also keeps choices made with `choosePreferences` elsewhere: in the user's settings. */
export function keepChoices(where: (change: Partial<Preferences>) => void): void {
  keep = where
}

/** A choice of the user, kept on this device and with their settings. */
export function choosePreferences(change: Partial<Preferences>): void {
  setPreferences(change)
  keep?.(change)
}

const storedKeys: readonly (string | null)[] = Object.values(keys)
// Sync with other tabs of this browser.
window.addEventListener('storage', (event) => {
  if (!storedKeys.includes(event.key)) return
  chosen = read()
  apply()
})
compactByDefault.addEventListener('change', apply)

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
