// Checks that the code a browser loads before it shows the users table stays within the budget (docs/adr/007). Sizes are
// those of the compressed files that the server sends, so they are the same on every machine.
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { at } from '../lib/paths.mjs'

const goalBytes = 163_000
/** The chunks that the entry loads for the page, besides itself; see console/build/chunks.ts. */
const pageChunks = ['shell', 'first-page']

/** @returns {string[]} one sentence for each fault */
export function firstLoad(dist = at('console', 'dist')) {
  const pages = readdirSync(dist).filter((name) => /^index(?:\.[a-z-]+)?\.html$/.test(name))
  return pages.flatMap((name) => {
    const files = filesOf(dist, readFileSync(join(dist, name), 'utf8'))
    if (typeof files === 'string') return [`${name}: ${files}`]
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
 * The scripts and styles of a page, including the layout and the users page.
 * @param {string} dist @param {string} html
 * @returns {string[] | string} or why they were not found
 */
function filesOf(dist, html) {
  const named = [...html.matchAll(/(?:src|href)="\/home\/([^"]+\.(?:js|css))"/g)].map((match) => match[1] ?? '')
  const entry = named.find((file) => /\/index-[^/]+\.js$/.test(file))
  if (entry === undefined) return 'has no entry script'
  const code = readFileSync(join(dist, entry), 'utf8')
  // The build's list of files for dynamic imports, which refer to them by number.
  const list = /\.f\|\|=?\(?(?:[\w.]+=)?(`[^`]*`|\[[^\]]*\])/.exec(code)?.[1]
  if (list === undefined) return `${entry} has no list of the files that it loads later`
  const later = list.startsWith('`') ? list.slice(1, -1).split(',') : JSON.parse(list)
  const files = new Set(named)
  for (const chunk of pageChunks) {
    const file = later.findIndex((/** @type {string} */ path) => new RegExp(`/${chunk}-[\\w-]{7}\\.js$`).test(path))
    const numbers = new RegExp(`\\w\\(\\[(${file}(?:,\\d+)*)\\]\\)`).exec(code)?.[1]
    if (file === -1 || numbers === undefined) return `${entry} does not load the chunk "${chunk}" of console/build/chunks.ts`
    for (const number of numbers.split(',')) files.add(later[Number(number)])
  }
  return [...files]
}
