// Compares the message catalog with the code: every key is used, every error code has a text, every area has its own
// keys, and every translation is complete. The type check finds keys that the code uses and the catalog lacks.
import { readFileSync } from 'node:fs'
import { baseLocale, faultsOfAreas, faultsOfTexts, faultsOfTranslation, readCatalog, translations } from '../lib/catalog.mjs'
import { areaOfKey } from '../lib/message-areas.mjs'
import { at } from '../lib/paths.mjs'
import { sourcesIn } from './files.mjs'

/** @returns {string[]} one sentence for each key that is unused, each error code without a text, each fault of a translation */
export function messageKeys() {
  const catalog = readCatalog(baseLocale)
  const files = ['contract/src', 'server/src', 'console/src'].flatMap((folder) => sourcesIn(folder))
  const words = new Set()
  /** Prefixes of keys that the code completes, as in `status_${status}`. @type {Set<string>} */
  const beginnings = new Set()
  for (const { text } of files) {
    for (const [word] of text.matchAll(/\bm\.[a-z0-9_]+|[a-z][a-z0-9]*(?:_[a-z0-9]+)+/gi)) words.add(word.replace(/^m\./, ''))
    for (const [, beginning] of text.matchAll(/[`']([a-z][a-z0-9_]*_)\$\{/g)) if (beginning) beginnings.add(beginning)
  }
  for (const [, key] of readFileSync(at('console', 'index.html'), 'utf8').matchAll(/%([a-z_]+)%/g)) if (key) words.add(key)
  /** @type {string[]} */
  const faults = []
  const codes = readFileSync(at('contract', 'src', 'errors.ts'), 'utf8').matchAll(/^ {2}([a-z_0-9]+): \d{3},/gm)
  for (const [, code] of codes)
    if (!(`error_${code}` in catalog)) faults.push(`contract/messages/errors/en.json lacks error_${code}, the text of that error code`)
  for (const key of Object.keys(catalog)) {
    if (key.startsWith('$') || words.has(key) || [...beginnings].some((beginning) => key.startsWith(beginning))) continue
    faults.push(`contract/messages/${areaOfKey(key)}/${baseLocale}.json has ${key}, which nothing uses`)
  }
  faults.push(
    ...faultsOfAreas(),
    ...faultsOfTexts(baseLocale, catalog),
    ...translations.flatMap((locale) => faultsOfTranslation(locale, catalog, readCatalog(locale))),
  )
  return [...faults, ...formattedCounts(catalog, files)]
}

/**
 * Messages with plural variants choose and format by the number itself; a number that is already text ("1.000") would be
 * parsed wrongly.
 * @param {import('../lib/catalog.mjs').Catalog} catalog
 * @param {{ path: string, text: string }[]} files
 */
function formattedCounts(catalog, files) {
  return files.flatMap(({ path, text }) =>
    [...text.matchAll(/\bm\.([a-z0-9_]+)\(\{[^}]*\bcount: formatNumber\(/g)]
      .filter(([, key]) => typeof catalog[key ?? ''] === 'object')
      .map(([, key]) => `${path} gives ${key} a count that formatNumber made a text of`),
  )
}
