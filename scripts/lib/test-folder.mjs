// The folder for everything that tests write and start, swept when the run ends in whatever way.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { at } from './paths.mjs'

/**
 * Makes the folder and makes it the TMPDIR of all children.
 * @returns {() => Promise<void>} how to end what still runs below it and to delete it
 */
export function makeTestFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'steward-run-'))
  // As root the database engine runs as another user, who must get through to its data.
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
