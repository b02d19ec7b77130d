import { chmodSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * Makes a directory of a test's own whose name begins with `prefix`. Everybody may pass through it: as root the database
 * engine runs as another user, and would keep its data elsewhere if it could not reach them here.
 */
export function makeTemporaryDirectory(prefix: string): string {
  const directory = mkdtempSync(join(tmpdir(), prefix))
  chmodSync(directory, 0o711)
  return directory
}
