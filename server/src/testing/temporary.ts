import { chmodSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * Creates a test's own directory whose name begins with `prefix`. Every user can traverse it: as root the database engine runs as
 * another user, and would store its data elsewhere if it could not reach this directory.
 */
export function makeTemporaryDirectory(prefix: string): string {
  const directory = mkdtempSync(join(tmpdir(), prefix))
  chmodSync(directory, 0o711)
  return directory
}
