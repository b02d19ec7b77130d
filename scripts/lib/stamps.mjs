// Avoids repeating work: a stamp stores the hash of the work's inputs.
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { cache, root } from './paths.mjs'

const stampFile = (/** @type {string} */ name) => join(cache, 'stamps', name)

/** Whether the stamp has this hash, so the work is done. @param {string} name @param {string} hash */
export function isStamped(name, hash) {
  return existsSync(stampFile(name)) && readFileSync(stampFile(name), 'utf8') === hash
}

/** @param {string} name @param {string} hash */
export function stamp(name, hash) {
  mkdirSync(dirname(stampFile(name)), { recursive: true })
  writeFileSync(stampFile(name), hash)
}

/**
 * The hash of files' paths and contents, including folders recursively. Missing files affect it, too.
 * @param {string[]} paths absolute
 * @param {(path: string) => boolean} [skip] files and folders to ignore
 */
export function hashOf(paths, skip = () => false) {
  const hash = createHash('sha256')
  /** @param {string} path */
  const add = (path) => {
    if (skip(path) || !existsSync(path)) return
    if (statSync(path).isDirectory()) {
      for (const name of readdirSync(path).sort()) add(join(path, name))
    } else {
      const content = readFileSync(path)
      hash.update(`${relative(root, path)}\0${content.length}\0`).update(content)
    }
  }
  paths.forEach(add)
  return hash.digest('hex')
}
