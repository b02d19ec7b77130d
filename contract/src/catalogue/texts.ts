import { getLocale } from '../paraglide/runtime.js'
import { de } from './texts/de.ts'
import { ja } from './texts/ja.ts'

/**
 * A text of the catalogue (what an action, an application or a feature is for, a level of access) in the language that is
 * shown. The catalogue itself is English, as in the specification; another platform's catalogue brings its own translations.
 * Names of products are the same everywhere. A text without a translation stays as it is.
 */
export function catalogueText(text: string): string {
  // Written out, because the console's build keeps only its language's part (see `console/build/locales.ts`).
  const texts = getLocale() === 'de' ? de : getLocale() === 'ja' ? ja : undefined
  return texts?.[text] ?? text
}
