// The walls of the house (docs/developers/README.md): console → contract ← server; an area never imports another area's
// queries; ui, db and http know no area; the contract does no input or output.
import { readdirSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { dirname, join } from 'node:path'
import { at } from '../lib/paths.mjs'
import { sourcesIn } from './files.mjs'

/** Folders that serve every area and are none themselves. */
const shared = {
  server: new Set(['db', 'http', 'mail', 'background', 'command', 'outgoing', 'secrets', 'testing']),
  console: new Set(['ui', 'api', 'i18n', 'theme', 'shell', 'routes', 'testing']),
}
/** Shared folders that may not know an area. */
const blind = { server: new Set(['db', 'http']), console: new Set(['ui']) }

const importPattern = /(?:^|[\s;])(?:import|export)\s[^'"`;]*?from\s*['"]([^'"]+)['"]|(?:^|[\s;(])import\s*\(?\s*['"]([^'"]+)['"]/g

/**
 * What a file imports, as paths from the clone's root where they are files of it.
 * @param {{ path: string, text: string }} file
 */
function importsOf({ path, text }) {
  return [...text.matchAll(importPattern)].map((match) => {
    const name = match[1] ?? match[2] ?? ''
    if (name.startsWith('.')) return join(dirname(path), name)
    return name.replace(/^@steward\/(contract|server|console)\/?/, '$1/src/')
  })
}

const isTest = (/** @type {string} */ path) => /\.(test|spec)\.tsx?$|\/testing\//.test(path)
const isQueries = (/** @type {string} */ path) => /(^|[/-])queries(\.tsx?|\/|$)/.test(path)

/** @param {'server' | 'console'} workspace */
const areasOf = (workspace) =>
  readdirSync(at(workspace, 'src'), { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() && !shared[workspace].has(entry.name) ? [entry.name] : [],
  )

/**
 * The folder of a workspace's src/ in which a path lies; '' for a file beside main.ts.
 * @param {string} path @param {string} workspace
 */
const folderOf = (path, workspace) => (path.startsWith(`${workspace}/src/`) && path.split('/').length > 3 ? (path.split('/')[2] ?? '') : '')

/** @returns {string[]} one sentence for each import that goes through a wall */
export function walls() {
  /** @type {string[]} */
  const faults = []
  for (const file of sourcesIn('contract')) {
    for (const target of importsOf(file)) {
      if (/^(server|console)\//.test(target)) faults.push(`${file.path} imports ${target}: the contract knows neither server nor console`)
      if (!isTest(file.path) && file.path.startsWith('contract/src/') && (target.startsWith('node:') || builtinModules.includes(target))) {
        faults.push(`${file.path} imports ${target}: the contract runs in the browser too and does no input or output`)
      }
    }
  }
  for (const workspace of /** @type {const} */ (['server', 'console'])) {
    const other = workspace === 'server' ? 'console' : 'server'
    const areas = new Set(areasOf(workspace))
    for (const file of sourcesIn(workspace)) {
      const own = folderOf(file.path, workspace)
      for (const target of importsOf(file)) {
        const folder = folderOf(target, workspace)
        if (target.startsWith(`${other}/`)) faults.push(`${file.path} imports ${target}: console and server meet only in the contract`)
        if (isTest(file.path) || folder === own || !areas.has(folder)) continue
        if (blind[workspace].has(own)) faults.push(`${file.path} imports ${target}: ${workspace}/src/${own} knows no area`)
        if (workspace === 'server' && areas.has(own) && isQueries(target))
          faults.push(`${file.path} imports ${target}: call the service of ${folder} instead of its queries`)
      }
    }
  }
  return faults
}
