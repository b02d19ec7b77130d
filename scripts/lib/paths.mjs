// Where things are. Nothing here reads or writes.
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The clone's folder, without a slash at its end. */
export const root = resolve(fileURLToPath(new URL('../..', import.meta.url)))

/** What can be made again at any time: stamps, reports, browsers. */
export const cache = join(root, '.cache')

/** A path inside the clone. @param {...string} parts */
export const at = (...parts) => join(root, ...parts)
