import { getLocale, overwriteGetLocale } from '@steward/contract/paraglide/runtime'
import {
  baseLanguage,
  isLanguage,
  type Language,
  languageCookie,
  languageNames,
  languages,
  matchLanguage,
} from '@steward/contract/languages'

/**
 * The language of the console. A built console is in one language: the server picks it by the cookie or the browser's
 * preference (see `console/build/locales.ts`), and changing it reloads the page. Under `vite` and in tests, all texts are bundled
 * and the language is picked here in the same way.
 */

const keptForSeconds = 400 * 24 * 60 * 60

function storedLanguage(): Language | undefined {
  const [, value] = new RegExp(`(?:^|; )${languageCookie}=([^;]*)`).exec(document.cookie) ?? []
  return isLanguage(value) ? value : undefined
}

if (import.meta.env.DEV && import.meta.env.MODE !== 'test') {
  const chosen = storedLanguage() ?? matchLanguage(navigator.languages) ?? baseLanguage
  overwriteGetLocale(() => chosen)
  document.documentElement.lang = chosen
}

/** The available languages, each with its own name. */
export const languageChoices: readonly { value: Language; label: string }[] = languages.map((value) => ({
  value,
  label: languageNames[value],
}))

/** The current language: the locale for `Intl`. */
export const currentLanguage = (): Language => getLocale()

/**
 * Sets the language of this browser and reloads the page if needed. The URL stays, and with it the page and
 * the open panel; unsaved changes prompt first.
 */
export function setLanguage(language: Language, reload = () => window.location.reload()): void {
  if (storeLanguage(language) && language !== currentLanguage()) reload()
}

/** Paths that the server renders in the cookie's language: the console and its help. */
const pagePaths = ['/home', '/help']

/**
 * Stores a language for the next page load, and returns whether the browser kept it. Reading it back also waits for the write:
 * an immediate reload could otherwise be sent before it and come back in the old language.
 */
function storeLanguage(language: Language): boolean {
  const secure = window.location.protocol === 'https:' ? '; Secure' : ''
  for (const path of pagePaths) {
    document.cookie = `${languageCookie}=${language}; Path=${path}; Max-Age=${keptForSeconds}; SameSite=Lax${secure}`
  }
  return storedLanguage() === language
}

/**
 * Applies the language of the user's settings, such as after they changed on another device. Returns whether the page is
 * reloading for it. A browser without cookies stays in the language it asks for.
 */
export function followLanguage(wanted: string | undefined): boolean {
  if (!isLanguage(wanted) || (wanted === currentLanguage() && storedLanguage() === undefined)) return false
  if (!storeLanguage(wanted) || wanted === currentLanguage()) return false
  window.location.reload()
  return true
}
