import { useSyncExternalStore } from 'react'

export type Theme = 'system' | 'light' | 'dark'
export type Density = 'comfortable' | 'compact'

/** Looks the user chose on this device. `public/boot.js` applies the stored ones before the first paint. */
export interface Preferences {
  theme: Theme
  density: Density
}

function read(): Preferences {
  const theme = localStorage.getItem('steward.theme')
  return {
    theme: theme === 'light' || theme === 'dark' ? theme : 'system',
    density: localStorage.getItem('steward.density') === 'compact' ? 'compact' : 'comfortable',
  }
}

let current = read()
const listeners = new Set<() => void>()

function apply(): void {
  const root = document.documentElement
  if (current.theme === 'system') delete root.dataset.theme
  else root.dataset.theme = current.theme
  root.dataset.density = current.density
}

/** Stores and applies the given choices; the others stay. */
export function setPreferences(change: Partial<Preferences>): void {
  current = { ...current, ...change }
  localStorage.setItem('steward.theme', current.theme)
  localStorage.setItem('steward.density', current.density)
  apply()
  for (const listener of listeners) listener()
}

window.addEventListener('storage', (event) => {
  if (event.key !== 'steward.theme' && event.key !== 'steward.density') return
  current = read()
  apply()
  for (const listener of listeners) listener()
})

export function usePreferences(): Preferences {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => current,
  )
}
