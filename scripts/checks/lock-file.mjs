// The lock file must work on every machine: no registry hosts, no local paths, and the packages of every
// platform, without which `npm ci` fails elsewhere.
import { readFileSync } from 'node:fs'
import { at } from '../lib/paths.mjs'

/** @typedef {{ version?: string, resolved?: string, link?: boolean, dependencies?: Record<string, string>, optionalDependencies?: Record<string, string> }} Entry */

/** @returns {string[]} one sentence for each fault */
export function lockFile() {
  /** @type {Record<string, Entry>} */
  const packages = JSON.parse(readFileSync(at('package-lock.json'), 'utf8')).packages
  return Object.entries(packages).flatMap(([path, entry]) => {
    if (entry.link)
      return entry.resolved?.match(/^[a-z]+$/)
        ? []
        : [`package-lock.json links ${path} to ${entry.resolved}, which isn't a folder of this clone`]
    const faults = [entry.resolved, entry.version]
      .filter((source) => source && /:|^\//.test(source))
      .map((source) => `package-lock.json takes ${path} from ${source}: keep omit-lockfile-registry-resolved in .npmrc and lock again`)
    const lacking = Object.keys({ ...entry.dependencies, ...entry.optionalDependencies }).filter((name) => !resolves(path, name, packages))
    return [
      ...faults,
      ...lacking.map(
        (name) =>
          `package-lock.json lacks ${name}, which ${path || 'the root'} depends on: choose a version whose platform packages are all published`,
      ),
    ]
  })
}

/**
 * Whether Node would find a package from a path: in the nearest node_modules, then further up.
 * @param {string} path @param {string} name @param {Record<string, Entry>} packages
 */
function resolves(path, name, packages) {
  for (let from = path; ; from = from.slice(0, Math.max(0, from.lastIndexOf('/')))) {
    if (packages[`${from ? `${from}/` : ''}node_modules/${name}`]) return true
    if (!from) return false
  }
}
