import { frameKey, type RememberedFrame } from '../boot/frame.ts'
import { currentLanguage } from '../i18n/language.ts'
import type { MenuGroup } from '../pages/menu.ts'

export function rememberFrame(groups: readonly MenuGroup[]): void {
  const frame: RememberedFrame = {
    language: currentLanguage(),
    groups: groups.map(({ label, entries }) => ({
      label: label?.(),
      entries: entries.map((entry) => ({ path: 'path' in entry ? entry.path : '', title: entry.title() })),
    })),
  }
  const text = JSON.stringify(frame)
  if (localStorage.getItem(frameKey) !== text) localStorage.setItem(frameKey, text)
}

/** The next person at this browser can have another menu. */
export const forgetFrame = (): void => localStorage.removeItem(frameKey)

/** Removes what was painted before the page. */
export const removePaintedFrame = (): void => document.getElementById('painted')?.remove()
