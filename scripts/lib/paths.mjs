// Paths in the clone. Nothing here reads or writes.
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The clone's folder, without a trailing slash. */
export const root = resolve(fileURLToPath(new URL('../..', import.meta.url)))

/** For files that can be recreated at any time: stamps, reports, browsers. */
export const cache = join(root, '.cache')

/** A path inside the clone. @param {...string} parts */
export const at = (...parts) => join(root, ...parts)
