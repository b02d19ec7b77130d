import { getLocale } from '../paraglide/runtime.js'
import { de } from './texts/de.ts'
import { ja } from './texts/ja.ts'

/**
 * A catalog text (the purpose of an action, application or feature, or an access level) in the displayed language.
 * The catalog itself is English, as in the specification; another platform's catalog brings its own translations.
 * Product names are not translated. A text without a translation stays in English.
 */
export function catalogText(text: string): string {
  // Written out so that the console's build can keep only the texts of its language (see `console/build/locales.ts`).
  const texts = getLocale() === 'de' ? de : getLocale() === 'ja' ? ja : undefined
  return texts?.[text] ?? text
}
