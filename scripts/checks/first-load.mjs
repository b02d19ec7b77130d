// Checks that the code a browser loads before it shows the users table stays within the budget (docs/adr/007), and that pages without
// dialogs and fields load no library for them (docs/adr/068). Sizes are those of the compressed files that the server sends, so they
// are the same on every machine.
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { at } from '../lib/paths.mjs'

const goalBytes = 163_000
/** The chunks that the entry loads for the page, besides itself; see console/build/chunks.ts. */
const pageChunks = ['shell', 'first-page']
/** Pages that are read: lists, logs and the home page. */
const readPages = ['launchpad', 'groups', 'roles', 'access-credentials', 'resource-groups._app', 'company-licenses']
const readLogs = ['audit-log', 'system-log', 'api-monitoring', 'log-streams', 'data-tags', 'currencies.currency']
/** Base UI, and what checks the values of forms. */
const libraries = /\/(?:popups|zod)-[\w-]{7}\.js$/

/** @returns {string[]} one sentence for each fault */
export function firstLoad(dist = at('console', 'dist')) {
  const pages = readdirSync(dist).filter((name) => /^index(?:\.[a-z-]+)?\.html$/.test(name))
  return pages.flatMap((name) => {
    const html = readFileSync(join(dist, name), 'utf8')
    const files = filesOf(dist, html, pageChunks)
    if (typeof files === 'string') return [`${name}: ${files}`]
    const heavy = [...readPages, ...readLogs].flatMap((page) => {
      const loaded = filesOf(dist, html, [page])
      if (typeof loaded === 'string') return [`${name}: ${loaded}`]
      const found = loaded.filter((file) => libraries.test(file))
      return found.length > 0 ? [`${name}: the page "${page}" waits for ${found.join(' and ')}. Load what needs it with \`deferred\`.`] : []
    })
    if (heavy.length > 0) return heavy
    const sizes = files.map((file) => ({ file, bytes: statSync(join(dist, `${file}.br`)).size })).sort((a, b) => b.bytes - a.bytes)
    const sum = sizes.reduce((total, { bytes }) => total + bytes, 0)
    if (sum <= goalBytes) return []
    const list = sizes.map(({ file, bytes }) => `  ${bytes} ${file}`).join('\n')
    return [
      `${name}: the users table loads with ${sum} bytes of JavaScript and CSS (brotli), more than ${goalBytes}. Load what the first page does not show later; docs/developers/console.md says how.\n${list}`,
    ]
  })
}

/**
 * The scripts and styles of a page, including those of these chunks.
 * @param {string} dist @param {string} html @param {readonly string[]} chunks
 * @returns {string[] | string} or why they were not found
 */
function filesOf(dist, html, chunks) {
  const named = [...html.matchAll(/(?:src|href)="\/home\/([^"]+\.(?:js|css))"/g)].map((match) => match[1] ?? '')
  const entry = named.find((file) => /\/index-[^/]+\.js$/.test(file))
  if (entry === undefined) return 'has no entry script'
  const code = readFileSync(join(dist, entry), 'utf8')
  // The build's list of files for dynamic imports, which refer to them by number.
  const list = /\.f\|\|=?\(?(?:[\w.]+=)?(`[^`]*`|\[[^\]]*\])/.exec(code)?.[1]
  if (list === undefined) return `${entry} has no list of the files that it loads later`
  const later = list.startsWith('`') ? list.slice(1, -1).split(',') : JSON.parse(list)
  const files = new Set(named)
  for (const chunk of chunks) {
    const file = later.findIndex((/** @type {string} */ path) => new RegExp(`/${chunk}-[\\w-]{7}\\.js$`).test(path))
    const numbers = new RegExp(`\\w\\(\\[(${file}(?:,\\d+)*)\\]\\)`).exec(code)?.[1]
    if (file === -1 || numbers === undefined) return `${entry} does not load the chunk "${chunk}" of console/build/chunks.ts`
    for (const number of numbers.split(',')) files.add(later[Number(number)])
  }
  return [...files]
}
