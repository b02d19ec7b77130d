// Words that Steward does not use, in its texts, its documentation and its comments.
// `node scripts/checks/words.mjs PATH …` checks any file or folder, also one that is not switched on below.
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, extname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { baseLocale, readCatalog, textsOf } from '../lib/catalog.mjs'
import { areaOfKey } from '../lib/message-areas.mjs'
import { at } from '../lib/paths.mjs'

/** What `npm run check` reads besides the English catalog. Switch a path on once its words are in order. */
const places = [
  { path: 'README.md', isOn: true },
  { path: 'CONTRIBUTING.md', isOn: true },
  { path: 'SECURITY.md', isOn: true },
  { path: 'CHANGELOG.md', isOn: true },
  { path: 'docs/help/en', isOn: true },
  { path: 'docs/whats-new/en', isOn: true },
  { path: 'docs/administrators', isOn: true },
  { path: 'docs/api', isOn: true },
  { path: 'docs/developers', isOn: true },
  { path: 'docs/operators', isOn: true },
  { path: 'docs/adr', isOn: true },
  { path: 'docs/architecture.md', isOn: true },
  { path: 'docs/scale.md', isOn: true },
  { path: 'docs/security.md', isOn: true },
  { path: 'docs/specification.md', isOn: true },
  { path: 'contract/src', isOn: true },
  { path: 'server/src', isOn: true },
  { path: 'server/migrations', isOn: true },
  { path: 'console/src', isOn: true },
  { path: 'console/build', isOn: true },
  { path: 'e2e', isOn: true },
  { path: 'bench', isOn: true },
  { path: 'scripts', isOn: true },
]

/**
 * @typedef {'text' | 'document' | 'comment'} Kind what people read on the screen, in Markdown, or in the sources
 * @typedef {{ pattern: RegExp, instead: string, kinds?: Kind[] }} Word `kinds`: all where it is left out
 */

/** @type {Word[]} */
const words = [
  { pattern: /\bmend(s|ed|ing)?\b/i, instead: 'fix' },
  { pattern: /\bwhoever\b/i, instead: 'who, people who' },
  { pattern: /\bwhatever\b/i, instead: 'what, any' },
  { pattern: /\bsomebody\b/i, instead: 'someone' },
  { pattern: /\bnobody\b/i, instead: 'no one' },
  { pattern: /\bmeanwhile\b/i, instead: 'in the meantime, or nothing' },
  { pattern: /\bat once\b/i, instead: 'immediately, concurrently' },
  { pattern: /\bby (itself|themselves)\b/i, instead: 'automatically' },
  { pattern: /\banew\b/i, instead: 'again' },
  { pattern: /\bmay\b/, instead: 'can, might' },
  { pattern: /\bstands? (in|there|for|at|on|beside|behind|below|above|under|twice)\b/i, instead: 'is, is shown, appears, means' },
  { pattern: /\bholds\b/i, instead: 'includes, contains', kinds: ['text', 'document'] },
  { pattern: /^#+ what .*\b(do|does)\b/im, instead: 'a noun', kinds: ['document'] },
  { pattern: /^what .*\b(do|does)\b[^.]*$/i, instead: 'a noun', kinds: ['text'] },
  { pattern: /\bparticulars\b/i, instead: 'details' },
  { pattern: /\blapsed?\b/i, instead: 'expired' },
  { pattern: /\bturned away\b/i, instead: 'blocked' },
  { pattern: /\bis none\b/i, instead: 'there is no …, isn’t a …' },
  { pattern: /(?<!there )\bis no (?!longer\b|one\b|more\b)/i, instead: 'isn’t a …' },
  { pattern: /\bfor want of\b/i, instead: 'without' },
  { pattern: /\bneeds not\b/i, instead: 'doesn’t have to' },
  { pattern: /\bbelongs into\b/i, instead: 'belongs in' },
  { pattern: /\bon (the|its|their) way\b/i, instead: 'say what happens' },
  { pattern: /\b(in|its|the) words? (of|for)\b/i, instead: 'text, label' },
  { pattern: /\b(room|house)\b/i, instead: 'space; the project' },
  { pattern: /\blicence/i, instead: 'license' },
  { pattern: /\bcatalogue/i, instead: 'catalog' },
  { pattern: /\bcancell(ed|ing)\b/i, instead: 'canceled, canceling' },
  { pattern: /\b(colour|behaviour|favour|honour|neighbour|labour)/i, instead: 'the American spelling, -or' },
  { pattern: /\b(centre|metre)\b/i, instead: 'the American spelling, -er' },
  {
    pattern: /\b(organi|synchroni|customi|authori|recogni|normali|minimi|optimi|seriali|initiali|capitali)s(e|ed|es|ing|ation)\b/i,
    instead: 'the American spelling, -ize',
  },
  { pattern: /\banalys(e|ed|ing)\b/i, instead: 'analyze' },
]

/** Migrations of before the check. An applied migration can't change, not even a comment: its checksum is in the database. */
const applied = new Set(
  ['0001_foundation.sql', '0005_user_search.sql', '0007_groups.sql', '0011_federation.sql', '0016_flags.sql', '0017_notifications.sql'].map(
    (name) => join('server', 'migrations', name),
  ),
)

/** Texts that the specification gives verbatim. They are left out before the words are looked for. */
const verbatim = [
  'You need to first delete the users assigned to that group',
  'Great! Your password is secure.',
  'Access denied. Please login.',
  'Names can’t contain "<", ">" or "&" and can\'t exceed 64 characters.',
  'Maximum number of tags creation exceeded, the limit is 100 tags.',
  'You are allowed 100 groups per tenant. To create a new group, you must delete an existing group.',
  'The email and password combination doesn’t match.',
  'Oops, couldn’t copy the value! Please, try again.',
  'Cancelled, Failed, Finished, Pending, Queued, Running',
  "'Cancelled'",
]

/** The longest sentence below a title, in words. */
const sentenceWords = 12

/** @param {string} text @param {Kind} kind @returns {string[]} one sentence for each word not used */
function faultsOf(text, kind) {
  const rest = verbatim.reduce((left, given) => left.replaceAll(given, ''), text)
  return words.flatMap(({ pattern, instead, kinds }) => {
    const found = kinds === undefined || kinds.includes(kind) ? pattern.exec(rest) : null
    return found ? [`“${found[0].trim()}” (better: ${instead})`] : []
  })
}

/** Words not used in the English catalog, and sentences below titles that are too long. */
function faultsOfCatalog() {
  return Object.entries(readCatalog(baseLocale)).flatMap(([key, message]) => {
    // What people can search for, not what they read.
    if (key.startsWith('palette_words_')) return []
    const texts = textsOf(message)
    const isLong = key.endsWith('_sentence') && texts.some((text) => text.split(/\s+/).length > sentenceWords)
    return [...texts.flatMap((text) => faultsOf(text, 'text')), ...(isLong ? [`is longer than ${sentenceWords} words`] : [])].map(
      (fault) => `contract/messages/${areaOfKey(key)}/${baseLocale}.json: ${key}: ${fault}`,
    )
  })
}

const skipped = new Set(['node_modules', 'dist', 'paraglide', '.git', '.cache', 'data', 'test-results'])

/** @param {string} path a file or folder of the clone @returns {string[]} */
function filesIn(path) {
  if (!statSync(at(path)).isDirectory()) return [path]
  return readdirSync(at(path), { withFileTypes: true }).flatMap((entry) => (skipped.has(entry.name) ? [] : filesIn(join(path, entry.name))))
}

/** @param {string} path a file or folder of the clone @returns {string[]} one sentence for each word not used */
export function faultsOfPath(path) {
  return filesIn(path).flatMap((file) => {
    if (file === join('scripts', 'checks', 'words.mjs') || applied.has(file) || basename(file).includes('.gen.')) return []
    const read = readers[extname(file)]
    if (!read) return []
    const { kind, parts } = read(readFileSync(at(file), 'utf8'))
    return parts.flatMap(({ line, text }) => faultsOf(text, kind).map((fault) => `${file}:${line}: ${fault}`))
  })
}

/**
 * @typedef {{ line: number, text: string }} Part
 * @type {Record<string, (source: string) => { kind: Kind, parts: Part[] }>}
 */
const readers = {
  '.md': (source) => ({ kind: 'document', parts: linesOf(proseOf(source)) }),
  '.ts': codeReader,
  '.tsx': codeReader,
  '.mjs': codeReader,
  '.css': (source) => ({ kind: 'comment', parts: commentsIn(source) }),
  '.sql': (source) => ({ kind: 'comment', parts: sqlCommentsIn(source) }),
}

/** @param {string} source */
function codeReader(source) {
  return { kind: /** @type {const} */ ('comment'), parts: [...commentsIn(source), ...sentencesIn(source)] }
}

/** @param {string} text @param {number} [first] the number of its first line @returns {Part[]} */
const linesOf = (text, first = 1) => text.split('\n').map((line, index) => ({ line: first + index, text: line }))

/** Markdown without code and addresses. Lines stay where they are. @param {string} source */
const proseOf = (source) =>
  source
    .replaceAll(/^```[\s\S]*?^```/gm, (block) => block.replaceAll(/[^\n]/g, ''))
    .replaceAll(/`[^`]*`/g, '')
    .replaceAll(/\]\([^)]*\)/g, ']')

/** @param {string} source @param {number} index */
const lineAt = (source, index) => source.slice(0, index).split('\n').length

/** Comments and strings of TypeScript, JavaScript and CSS. */
const tokens = /\/\*[\s\S]*?\*\/|(?<![:\\])\/\/[^\n]*|'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`/g

/** Comments of TypeScript, JavaScript and CSS; strings are passed over, code in backticks too. @param {string} source @returns {Part[]} */
function commentsIn(source) {
  return [...source.matchAll(tokens)]
    .filter(([token]) => token.startsWith('/'))
    .flatMap(({ 0: token, index }) => linesOf(token.replaceAll(/`[^`\n]*`/g, ''), lineAt(source, index)))
}

/**
 * What code says to people: strings of three words or more, such as the answers of commands, and test titles of any length.
 * @param {string} source @returns {Part[]}
 */
const sentencesIn = (source) =>
  [...source.matchAll(tokens)]
    .filter(
      ({ 0: token, index }) =>
        !token.startsWith('/') && (threeWords.test(token) || beforeTitle.test(source.slice(Math.max(0, index - 40), index))),
    )
    .flatMap(({ 0: token, index }) => linesOf(token, lineAt(source, index)))

const threeWords = /[a-z]+,? [a-z]+,? [a-z]+/
const beforeTitle = /\b(?:it|test|describe)(?:\.\w+)*\(\s*$/

/** @param {string} source @returns {Part[]} */
const sqlCommentsIn = (source) =>
  [...source.matchAll(/'(?:[^']|'')*'|--[^\n]*|\/\*[\s\S]*?\*\//g)]
    .filter(([token]) => !token.startsWith("'"))
    .flatMap(({ 0: token, index }) => linesOf(token, lineAt(source, index)))

/** Words not used in the English catalog and wherever the check is switched on. */
export const unusedWords = () => [...faultsOfCatalog(), ...places.flatMap(({ path, isOn }) => (isOn ? faultsOfPath(path) : []))]

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const paths = process.argv.slice(2)
  const faults = paths.length === 0 ? unusedWords() : paths.flatMap(faultsOfPath)
  for (const fault of faults) console.log(fault)
  process.exitCode = faults.length === 0 ? 0 : 1
}
