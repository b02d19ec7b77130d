import { fullName, greetingName, isFamilyNameFirst, type PersonName } from '@steward/contract/rules/person-name'
import { currentLanguage } from './language.ts'

/**
 * Formats lists, numbers and sort order in the current language. For dates and times, see `time.ts`.
 */

let found: { languages: readonly string[]; language: string; locale: string } | undefined

/**
 * The locale for formatting: the current language in the variant that the browser's user prefers. English with `en-GB` puts
 * days before months; German with `de-CH` uses Swiss number separators.
 */
export function formatLocale(): string {
  const language = currentLanguage()
  const { languages } = navigator
  // Read for every number and date on the page; the browser returns the same array until the user changes it.
  if (found?.languages !== languages || found.language !== language) {
    const locale = languages.find((tag) => tag.toLowerCase().split('-')[0] === language) ?? language
    found = { languages, language, locale }
  }
  return found.locale
}

type Formatter = Intl.RelativeTimeFormat | Intl.DateTimeFormat | Intl.NumberFormat | Intl.ListFormat | Intl.Collator
const formats = new Map<string, Formatter>()

/** Formatters are expensive to create; each is created once per locale. */
export function cached<F extends Formatter>(key: string, build: (locale: string) => F): F {
  const locale = formatLocale()
  const known = formats.get(key + locale)
  // A key always maps to the same builder.
  if (known) return known as F
  const made = build(locale)
  formats.set(key + locale, made)
  return made
}

/** "Analysts, Auditors, Underwriters", as a list in the current language. */
export function formatList(items: readonly string[]): string {
  return cached('list', (locale) => new Intl.ListFormat(locale, { style: 'narrow', type: 'conjunction' })).format(items)
}

/** Joins names without a final conjunction, for lists that continue or are truncated. */
export const joinNames = (names: readonly string[]): string => names.join(currentLanguage() === 'ja' ? '、' : ', ')

/** A person's full name in the order of the current language; empty if unknown. */
export const personName = (name: PersonName): string => fullName(name, currentLanguage())

/** The name to greet a person by in the current language. */
export const greetedName = (name: PersonName): string => greetingName(name, currentLanguage())

/** The parts of a name in the order of the current language. */
export const nameParts = (): readonly ('givenName' | 'familyName')[] =>
  isFamilyNameFirst(currentLanguage()) ? ['familyName', 'givenName'] : ['givenName', 'familyName']

/** Compares two names in the sort order of the language; numbers in them compare by value. */
export function compareText(a: string, b: string): number {
  return cached('order', (locale) => new Intl.Collator(locale, { numeric: true })).compare(a, b)
}

/**
 * A label in the middle of a sentence: English lowercases "User" there, but not "API key"; German keeps the capitals of its
 * nouns, and Japanese has no case.
 */
export function midSentence(label: string): string {
  const isWord = /^\p{Lu}\p{Ll}/u.test(label)
  return isWord && currentLanguage() === 'en' ? label.charAt(0).toLowerCase() + label.slice(1) : label
}
