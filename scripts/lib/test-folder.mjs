// The folder for everything that tests write and start, cleaned up however the run ends.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { at } from './paths.mjs'

/**
 * Creates the folder and sets it as the TMPDIR of all children.
 * @returns {() => Promise<void>} a function that ends everything still using it and deletes it
 */
export function makeTestFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'steward-run-'))
  // As root, the database engine runs as another user, who needs access to its data.
  chmodSync(folder, 0o711)
  const sweeper = spawn(process.execPath, [at('scripts', 'lib', 'sweeper.mjs'), folder], {
    detached: true,
    stdio: ['pipe', 'ignore', 'inherit'],
  })
  process.env.TMPDIR = folder
  return async () => {
    const ended = once(sweeper, 'exit')
    sweeper.stdin.end()
    await ended
  }
}
