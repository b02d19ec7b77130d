import { baseLocale, isLocale, type Locale, locales } from './paraglide/runtime.js'

/**
 * The product's languages, as listed in `contract/project.inlang/settings.json`. Their texts are in
 * `contract/messages/<area>/<language>.json`.
 */
export type Language = Locale

export const languages: readonly Language[] = locales
/** The language for people who ask for none, or for one that the product does not have. */
export const baseLanguage: Language = baseLocale

/** Each language's own name, for the language picker. */
export const languageNames: Readonly<Record<Language, string>> = { en: 'English', de: 'Deutsch', ja: '日本語' }

/** The cookie with the user's language, so that the first page is already in it. */
export const languageCookie = 'steward_language'

export const isLanguage = (value: unknown): value is Language => isLocale(value)

/** The first of these language tags (RFC 5646), in order of preference, that the product has: `de-CH` matches `de`. */
export function matchLanguage(tags: readonly string[]): Language | undefined {
  for (const tag of tags) {
    const language = tag.trim().toLowerCase().split('-')[0]
    if (isLanguage(language)) return language
    if (language === '*') return baseLanguage
  }
  return undefined
}

/** The language that an `Accept-Language` header (RFC 9110, section 12.5.4) asks for: highest weight first, then in order. */
export function acceptedLanguage(header: string | undefined): Language | undefined {
  const wishes = (header ?? '').split(',').map((part) => {
    const [tag = '', ...parameters] = part.trim().split(';')
    const weight = parameters.map((parameter) => /^\s*q\s*=\s*([01](?:\.\d{1,3})?)\s*$/i.exec(parameter)?.[1]).find(Boolean)
    return { tag, weight: weight === undefined ? 1 : Number(weight) }
  })
  const wanted = wishes.filter(({ tag, weight }) => tag !== '' && weight > 0)
  return matchLanguage(wanted.toSorted((a, b) => b.weight - a.weight).map(({ tag }) => tag))
}
