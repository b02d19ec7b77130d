// Finds the source files for the checks.
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { at, root } from '../lib/paths.mjs'

const skipped = new Set(['node_modules', 'dist', 'paraglide', '.git', '.cache', 'data', 'test-results'])

/**
 * Every source file in a folder of the clone, with its path from the clone's root.
 * @param {string} folder
 * @returns {{ path: string, text: string }[]}
 */
export function sourcesIn(folder) {
  return readdirSync(at(folder), { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return skipped.has(entry.name) ? [] : sourcesIn(path)
    return /\.(ts|tsx|mjs)$/.test(entry.name) && !entry.name.endsWith('.gen.ts')
      ? [{ path: relative(root, at(path)), text: readFileSync(at(path), 'utf8') }]
      : []
  })
}
