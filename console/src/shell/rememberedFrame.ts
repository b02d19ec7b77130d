import { currentLanguage } from '../i18n/language.ts'
import type { MenuGroup } from '../pages/menu.ts'

/** Where the browser keeps the menu between visits. */
export const frameKey = 'steward.frame'

/** The menu as `boot/boot.ts` paints it before the console's code is there. Nothing personal: labels and addresses. */
export interface RememberedFrame {
  language: string
  /** Empty for a person without a side menu. */
  groups: { label?: string; entries: { path: string; title: string }[] }[]
}

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
