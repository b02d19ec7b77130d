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
 * The language of the console. A built console is in one language: the server answers the page of the language that the
 * cookie or the browser asks for (see `console/build/locales.ts`), and changing it loads the page again. Under `vite` and
 * in tests all texts are there, and the language is chosen here in the same way.
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

/** The languages to choose from, each named in its own words. */
export const languageChoices: readonly { value: Language; label: string }[] = languages.map((value) => ({
  value,
  label: languageNames[value],
}))

/** The language that is shown: the locale of everything that `Intl` formats. */
export const currentLanguage = (): Language => getLocale()

/**
 * Chooses the language of this browser. Loads the page again if it is in another one; the address, and with it the page and
 * the open panel, stays, and whatever would be lost asks before.
 */
export function setLanguage(language: Language): void {
  if (storeLanguage(language) && language !== currentLanguage()) window.location.reload()
}

/** Pages that the server answers in the language of the cookie: the console, and the help beside it. */
const pagePaths = ['/home', '/help']

/**
 * Keeps a language for the first paint of the next page, and answers whether the browser did. Reading it again also waits for
 * the write: a page that loads at once could otherwise be asked for before it, and come in the language that was left.
 */
function storeLanguage(language: Language): boolean {
  const secure = window.location.protocol === 'https:' ? '; Secure' : ''
  for (const path of pagePaths) {
    document.cookie = `${languageCookie}=${language}; Path=${path}; Max-Age=${keptForSeconds}; SameSite=Lax${secure}`
  }
  return storedLanguage() === language
}

/**
 * Follows what the user's settings say, such as after signing in on another device. Answers whether the page is loading
 * again for it. A browser that keeps no cookies stays in the language it asks for.
 */
export function followLanguage(wanted: string | undefined): boolean {
  if (!isLanguage(wanted) || (wanted === currentLanguage() && storedLanguage() === undefined)) return false
  if (!storeLanguage(wanted) || wanted === currentLanguage()) return false
  window.location.reload()
  return true
}
