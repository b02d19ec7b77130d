import { currentLanguage } from './language.ts'

/**
 * How the shown language writes lists, numbers and words in order. Moments are in `ui/time.ts`.
 */

let found: { languages: readonly string[]; language: string; locale: string } | undefined

/**
 * The locale to format in: the shown language as the browser's user writes it. Who reads English and asks for `en-GB`
 * gets days before months; who reads German in Switzerland gets its thousands.
 */
export function formatLocale(): string {
  const language = currentLanguage()
  const { languages } = navigator
  // Asked for with every number and moment that is shown; the browser answers the same list until its user changes it.
  if (found?.languages !== languages || found.language !== language) {
    const locale = languages.find((tag) => tag.toLowerCase().split('-')[0] === language) ?? language
    found = { languages, language, locale }
  }
  return found.locale
}

type Formatter = Intl.RelativeTimeFormat | Intl.DateTimeFormat | Intl.NumberFormat | Intl.ListFormat | Intl.Collator
const formats = new Map<string, Formatter>()

/** Formatters are costly to build; each is built once for a locale. */
export function cached<F extends Formatter>(key: string, build: (locale: string) => F): F {
  const locale = formatLocale()
  const known = formats.get(key + locale)
  // A key always stands for the same builder.
  if (known) return known as F
  const made = build(locale)
  formats.set(key + locale, made)
  return made
}

/** "Analysts, Auditors, Underwriters", as the language lists. */
export function formatList(items: readonly string[]): string {
  return cached('list', (locale) => new Intl.ListFormat(locale, { style: 'narrow', type: 'conjunction' })).format(items)
}

/** Names one after another, where the list goes on or is cut: without a word before the last. */
export const joinNames = (names: readonly string[]): string => names.join(currentLanguage() === 'ja' ? '、' : ', ')

/** The order of two names in a list, as the language's dictionaries have it; numbers in them by their value. */
export function compareText(a: string, b: string): number {
  return cached('order', (locale) => new Intl.Collator(locale, { numeric: true })).compare(a, b)
}

/**
 * A label in the middle of a sentence: English writes "User" small there, but not "API key"; German writes its nouns as it
 * does on their own, Japanese knows no case.
 */
export function midSentence(label: string): string {
  const isWord = /^\p{Lu}\p{Ll}/u.test(label)
  return isWord && currentLanguage() === 'en' ? label.charAt(0).toLowerCase() + label.slice(1) : label
}
