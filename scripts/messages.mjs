// The message catalog. `compile` writes contract/src/paraglide; `add key text …` merges English keys, `translate de key
// text …` those of another language, and both compile; `missing de` lists untranslated keys, `remove key …` deletes keys.
// `compile-untyped` leaves out the types, which take as long as all else. A text such as "One user | {count} users" has plural variants by the number `count`.
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { compile } from '@inlang/paraglide-js'
import { baseLocale, locales, messageOf, readCatalog, textOf, translations, writeCatalog } from './lib/catalog.mjs'
import { withLock } from './lib/lock.mjs'
import { writeOneMessageModule } from './lib/one-message-module.mjs'
import { at } from './lib/paths.mjs'

/** Compiles every locale to tree-shakable modules for the console, and to one for Node. @param {{ types: boolean }} options */
async function compileMessages({ types }) {
  const outdir = at('contract', 'src', 'paraglide')
  await compile({
    project: at('contract', 'project.inlang'),
    outdir,
    strategy: ['globalVariable', 'baseLocale'],
    emitTsDeclarations: types,
    outputStructure: 'message-modules',
    // Not emptied first, because another process can import the messages at any time.
    cleanOutdir: false,
  })
  writeOneMessageModule(outdir)
}

/** Keys and texts from the command line, or from a JSON file `@file`. @param {string[]} given @returns {[string, string][]} */
function pairsOf(given) {
  if (given[0]?.startsWith('@')) return Object.entries(JSON.parse(readFileSync(given[0].slice(1), 'utf8')))
  return given.flatMap((key, index) => (index % 2 === 0 && given[index + 1] !== undefined ? [[key, given[index + 1] ?? '']] : []))
}

/**
 * A new or changed English text removes its translations, which then count as missing.
 * @param {[string, string][]} pairs
 */
function add(pairs) {
  const messages = readCatalog(baseLocale)
  const changed = pairs.filter(([key, text]) => messages[key] === undefined || textOf(messages[key]) !== text)
  for (const [key, text] of pairs) messages[key] = messageOf(baseLocale, text, text.split(' | ').length === 2)
  writeCatalog(baseLocale, messages)
  if (changed.length === 0) return
  const keys = changed.map(([key]) => key)
  for (const locale of translations) writeCatalog(locale, without(readCatalog(locale), keys))
  console.log(`Translate these to ${translations.join(', ')}: ${keys.join(', ')}`)
}

/** @param {import('./lib/catalog.mjs').Catalog} catalog @param {string[]} keys */
const without = (catalog, keys) => Object.fromEntries(Object.entries(catalog).filter(([key]) => !keys.includes(key)))

/** @param {string} locale @param {[string, string][]} pairs */
function translate(locale, pairs) {
  const base = readCatalog(baseLocale)
  const messages = readCatalog(locale)
  for (const [key, text] of pairs) {
    const original = base[key]
    if (original === undefined) console.warn(`${baseLocale}.json does not have ${key}`)
    else messages[key] = messageOf(locale, text, typeof original !== 'string')
  }
  // Keys removed from English are removed here, too.
  writeCatalog(locale, Object.fromEntries(Object.entries(messages).filter(([key]) => key in base)))
}

/** @param {string} locale */
function missing(locale) {
  const translated = readCatalog(locale)
  const lacking = Object.entries(readCatalog(baseLocale)).filter(([key]) => !key.startsWith('$') && translated[key] === undefined)
  console.log(JSON.stringify(Object.fromEntries(lacking.map(([key, message]) => [key, textOf(message)])), null, 2))
}

/** @param {string[]} keys */
function remove(keys) {
  for (const locale of locales) writeCatalog(locale, without(readCatalog(locale), keys))
}

/** @param {string} command @param {string[]} rest */
async function run(command, rest) {
  const locale = rest[0] ?? ''
  if (command === 'missing' && translations.includes(locale)) return missing(locale)
  if (command === 'add') add(pairsOf(rest))
  else if (command === 'translate' && translations.includes(locale)) translate(locale, pairsOf(rest.slice(1)))
  else if (command === 'remove') remove(rest)
  else if (command !== 'compile' && command !== 'compile-untyped') {
    const languages = translations.join('|')
    throw new Error(
      `Usage: messages.mjs compile | compile-untyped | add (key text … | @file) | translate ${languages} (key text … | @file) | missing ${languages} | remove key …`,
    )
  }
  await compileMessages({ types: command !== 'compile-untyped' })
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await withLock('catalog', () => run(process.argv[2] ?? '', process.argv.slice(3)))
  // The compiler's store leaves half-minute timers behind.
  process.exit(0)
}
