// The message catalogue and the code agree: every key is used, every error code has its words. That a key which the code
// asks for is there, the type check tells.
import { readFileSync } from 'node:fs'
import { at } from '../lib/paths.mjs'
import { sourcesIn } from './files.mjs'

/** @returns {string[]} one sentence for each key that is unused, and each error code without words */
export function messageKeys() {
  /** @type {Record<string, unknown>} */
  const catalogue = JSON.parse(readFileSync(at('contract', 'messages', 'en.json'), 'utf8'))
  const files = ['contract/src', 'server/src', 'console/src'].flatMap((folder) => sourcesIn(folder))
  const words = new Set()
  /** Beginnings of keys that the code completes, as in `status_${status}`. @type {Set<string>} */
  const beginnings = new Set()
  for (const { text } of files) {
    for (const [word] of text.matchAll(/\bm\.[a-z0-9_]+|[a-z][a-z0-9]*(?:_[a-z0-9]+)+/gi)) words.add(word.replace(/^m\./, ''))
    for (const [, beginning] of text.matchAll(/[`']([a-z][a-z0-9_]*_)\$\{/g)) if (beginning) beginnings.add(beginning)
  }
  /** @type {string[]} */
  const faults = []
  const codes = readFileSync(at('contract', 'src', 'errors.ts'), 'utf8').matchAll(/^ {2}([a-z_0-9]+): \d{3},/gm)
  for (const [, code] of codes)
    if (!(`error_${code}` in catalogue)) faults.push(`contract/messages/en.json lacks error_${code}, the words of that error code`)
  for (const key of Object.keys(catalogue)) {
    if (key.startsWith('$') || words.has(key) || [...beginnings].some((beginning) => key.startsWith(beginning))) continue
    faults.push(`contract/messages/en.json holds ${key}, which nothing uses`)
  }
  return faults
}
