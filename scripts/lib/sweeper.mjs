// `node sweeper.mjs FOLDER` waits until its stdin closes, which happens however its parent ends, including kill -9. Then it ends
// every process that uses FOLDER, and deletes FOLDER.
import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

const folder = process.argv[2]
if (!folder) throw new Error('Usage: node sweeper.mjs FOLDER')

/** @param {string} path */
function contentOf(path) {
  try {
    return readFileSync(path, 'latin1')
  } catch {
    return '' // The process has exited, or belongs to another user.
  }
}

/** Processes whose environment or command line includes the folder: everything that a test starts inherits TMPDIR. */
const below = () =>
  process.platform === 'linux'
    ? readdirSync('/proc')
        .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
        .filter((pid) => contentOf(`/proc/${pid}/environ`).includes(folder) || contentOf(`/proc/${pid}/cmdline`).includes(folder))
        .map(Number)
    : []

/** @param {NodeJS.Signals} signal */
function signalAll(signal) {
  for (const pid of below()) {
    try {
      process.kill(pid, signal)
    } catch {
      // It has just exited.
    }
  }
}

for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) process.on(signal, () => {})
process.stdin.resume().once('close', async () => {
  signalAll('SIGTERM')
  for (let waited = 0; waited < 3000 && below().length > 0; waited += 100) await sleep(100)
  signalAll('SIGKILL')
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
})
