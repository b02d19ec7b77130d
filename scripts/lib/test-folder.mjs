// The folder for everything that tests write and start, cleaned up however the run ends.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { accessSync, chmodSync, constants, mkdtempSync, readFileSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { at } from './paths.mjs'

/** Where Linux keeps files in memory. */
const memory = '/dev/shm'
const enoughBytes = 6 * 1024 ** 3

/**
 * Whether tests can write into memory. They make and remove hundreds of thousands of files, most of them of databases; see
 * docs/adr/067.
 */
function isMemoryUsable() {
  try {
    accessSync(memory, constants.W_OK)
    const { bavail, bsize } = statfsSync(memory)
    const [, , , options = ''] =
      readFileSync('/proc/mounts', 'utf8')
        .split('\n')
        .map((line) => line.split(' '))
        .findLast(([, place]) => place === memory) ?? []
    return bavail * bsize > enoughBytes && availableBytes() > enoughBytes && !options.split(',').includes('noexec')
  } catch {
    return false
  }
}

const availableBytes = () => Number(/^MemAvailable: +(\d+) kB$/m.exec(readFileSync('/proc/meminfo', 'utf8'))?.[1]) * 1024

/**
 * Creates the folder and sets it as the TMPDIR of all children.
 * @returns {() => Promise<void>} a function that ends everything still using it and deletes it
 */
export function makeTestFolder() {
  const parent = process.env.TMPDIR === undefined && isMemoryUsable() ? memory : tmpdir()
  const folder = mkdtempSync(join(parent, 'steward-run-'))
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
