// The message catalog: contract/messages/<area>/<language>.json, in the format of @inlang/plugin-message-format.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { areaOfKey, keyPrefixes } from './message-areas.mjs'
import { at } from './paths.mjs'

/**
 * A text with a singular and a plural: variants by the count's plural category in the language (CLDR).
 * @typedef {[{ declarations: string[], selectors: string[], match: Record<string, string> }]} Variants
 * @typedef {string | Variants} Message
 * @typedef {Record<string, Message>} Catalog
 */

const settingsFile = at('contract', 'project.inlang', 'settings.json')

/** @type {{ baseLocale: string, locales: string[], 'plugin.inlang.messageFormat': { pathPattern: string[] } }} */
const settings = JSON.parse(readFileSync(settingsFile, 'utf8'))
export const { baseLocale, locales } = settings
export const translations = locales.filter((locale) => locale !== baseLocale)

export const areas = Object.keys(keyPrefixes).sort()

/** The files that the compiler reads, by area. */
const pathPatterns = areas.map((area) => `./messages/${area}/{locale}.json`)

/** @param {string} area @param {string} locale */
const fileOf = (area, locale) => at('contract', 'messages', area, `${locale}.json`)

/** The texts of one area. @param {string} area @param {string} locale @returns {Catalog} */
const readArea = (area, locale) => (existsSync(fileOf(area, locale)) ? JSON.parse(readFileSync(fileOf(area, locale), 'utf8')) : {})

/** The texts of every area. @param {string} locale @returns {Catalog} */
export const readCatalog = (locale) => Object.assign({}, ...areas.map((area) => readArea(area, locale)))

/** Writes a catalog by area, sorted by key to avoid merge conflicts. @param {string} locale @param {Catalog} messages */
export function writeCatalog(locale, messages) {
  const sorted = Object.entries(messages).sort(([a], [b]) => (a < b ? -1 : 1))
  for (const area of areas) {
    const texts = sorted.filter(([key]) => areaOfKey(key) === area)
    if (texts.length === 0) {
      rmSync(fileOf(area, locale), { force: true })
      continue
    }
    mkdirSync(at('contract', 'messages', area), { recursive: true })
    writeFileSync(fileOf(area, locale), `${JSON.stringify(Object.fromEntries(texts), null, 2)}\n`)
  }
  writePathPatterns()
}

/** Tells the compiler about every area. */
function writePathPatterns() {
  if (settings['plugin.inlang.messageFormat'].pathPattern.join() === pathPatterns.join()) return
  settings['plugin.inlang.messageFormat'].pathPattern = pathPatterns
  writeFileSync(settingsFile, `${JSON.stringify(settings, null, 2)}\n`)
}

/**
 * Finds keys in the file of another area, folders that are no area, and areas that the compiler does not read.
 * @returns {string[]} one sentence for each
 */
export function faultsOfAreas() {
  const unknown = readdirSync(at('contract', 'messages')).filter((folder) => !areas.includes(folder))
  const misplaced = areas.flatMap((area) =>
    locales.flatMap((locale) =>
      Object.keys(readArea(area, locale))
        .filter((key) => areaOfKey(key) !== area)
        .map((key) => `contract/messages/${area}/${locale}.json has ${key}, which belongs in ${areaOfKey(key)}`),
    ),
  )
  const unread = pathPatterns.filter((pattern) => !settings['plugin.inlang.messageFormat'].pathPattern.includes(pattern))
  return [
    ...unknown.map((folder) => `contract/messages/${folder} is not an area. Add it to scripts/lib/message-areas.mjs.`),
    ...misplaced,
    ...unread.map((pattern) => `contract/project.inlang/settings.json lacks ${pattern}`),
  ]
}

/** The plural categories of a language in the order of the variants: one before other. @param {string} locale */
const categoriesOf = (locale) =>
  ['zero', 'one', 'two', 'few', 'many', 'other'].filter((category) =>
    new Intl.PluralRules(locale).resolvedOptions().pluralCategories.some((known) => known === category),
  )

/**
 * Parses a text into a message: plain, or with one variant for each plural category of the language, separated by ` | `, as in
 * "One user | {count} users". The number is formatted for the language. A language without a singular, such as Japanese,
 * has one variant; if the English singular names the one ("Ada was deleted"), it has another for exactly one.
 * @param {string} locale
 * @param {string} text
 * @param {boolean} isPlural whether the English message has variants
 * @returns {Message}
 */
export function messageOf(locale, text, isPlural) {
  if (!isPlural) return text
  const texts = text.split(' | ').map((variant) => variant.replaceAll('{count}', '{countNumber}'))
  const cases = casesOf(locale).find((some) => some.length === texts.length)
  if (!cases) throw new Error(`${locale} needs variants for ${casesOf(locale).join(' or ')}: ${text}`)
  const [selector = ''] = cases[0]?.split('=') ?? []
  const plural = selector === 'count' ? [] : ['local countPlural = count: plural']
  return [
    {
      declarations: ['input count', ...plural, 'local countNumber = count: number'],
      selectors: [selector],
      match: Object.fromEntries(cases.map((name, index) => [name, texts[index] ?? ''])),
    },
  ]
}

/** The allowed sets of variants for a plural message in a language, as its keys of `match`. @param {string} locale */
function casesOf(locale) {
  const byCategory = categoriesOf(locale).map((category) => `countPlural=${category}`)
  return byCategory.length === 1 ? [byCategory, ['count=1', 'count=*']] : [byCategory]
}

/** The text that a message was parsed from. @param {Message} message */
export const textOf = (message) =>
  typeof message === 'string' ? message : Object.values(message[0].match).join(' | ').replaceAll('{countNumber}', '{count}')

/** The texts of a message: one, or one for each plural category. @param {Message} message */
export const textsOf = (message) => (typeof message === 'string' ? [message] : Object.values(message[0].match))

/** The names in braces, without duplicates. @param {Message} message */
const placeholdersOf = (message) =>
  [...new Set(textsOf(message).flatMap((text) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)))].sort().join(', ')

/** The file of a key, for fault messages. @param {string} key @param {string} locale */
const fileName = (key, locale) => `contract/messages/${areaOfKey(key)}/${locale}.json`

/**
 * Where a translation differs from the base language: missing or extra keys, empty texts, other placeholders, or
 * variants that are not the plural categories of its language.
 * @param {string} locale @param {Catalog} base @param {Catalog} translation
 * @returns {string[]} one sentence for each fault
 */
export function faultsOfTranslation(locale, base, translation) {
  /** @type {string[]} */
  const faults = []
  for (const [key, message] of Object.entries(base)) {
    if (key.startsWith('$')) continue
    const translated = translation[key]
    if (translated === undefined) faults.push(`${fileName(key, locale)} lacks ${key}: ${textOf(message)}`)
    else faults.push(...faultsOfMessage(locale, key, message, translated))
  }
  for (const key of Object.keys(translation))
    if (!(key in base)) faults.push(`${fileName(key, locale)} has ${key}, which ${baseLocale}.json does not`)
  return faults
}

/** @param {string} locale @param {string} key @param {Message} base @param {Message} message */
function faultsOfMessage(locale, key, base, message) {
  /** @type {string[]} */
  const faults = []
  if (textsOf(message).some((text) => text.trim() === '')) faults.push(`${fileName(key, locale)} has ${key} without a text`)
  if ((typeof message === 'string') !== (typeof base === 'string'))
    faults.push(
      `${fileName(key, locale)} has ${key} ${typeof base === 'string' ? 'with' : 'without'} plural variants, unlike ${baseLocale}.json`,
    )
  else if (typeof message !== 'string') {
    const cases = Object.keys(message[0].match).join()
    if (!casesOf(locale).some((expected) => expected.join() === cases))
      faults.push(`${fileName(key, locale)} has ${key} with variants for ${cases}, not for ${casesOf(locale).join(' or ')}`)
  }
  // The number can be left out in a variant that says it ("one user").
  const inOrder = (/** @type {string} */ names) =>
    names
      .split(', ')
      .filter((name) => name !== 'countNumber')
      .join(', ')
  if (inOrder(placeholdersOf(message)) !== inOrder(placeholdersOf(base)))
    faults.push(`${fileName(key, locale)} names {${placeholdersOf(message)}} in ${key}, ${baseLocale}.json {${placeholdersOf(base)}}`)
  return faults
}

/** Faults within one catalog, here the base language's. @param {string} locale @param {Catalog} catalog */
export const faultsOfTexts = (locale, catalog) =>
  Object.entries(catalog).flatMap(([key, message]) => (key.startsWith('$') ? [] : faultsOfMessage(locale, key, message, message)))
