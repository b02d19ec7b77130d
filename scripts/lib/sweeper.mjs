// `node sweeper.mjs FOLDER` waits until its stdin ends, which happens however its parent ends, kill -9 included. Then it ends
// every process that works below FOLDER, and deletes FOLDER.
import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

const folder = process.argv[2]
if (!folder) throw new Error('Use: node sweeper.mjs FOLDER')

/** @param {string} path */
function contentOf(path) {
  try {
    return readFileSync(path, 'latin1')
  } catch {
    return '' // The process has ended, or belongs to somebody else.
  }
}

/** Processes whose environment or command line names the folder: TMPDIR is handed down to all that a test starts. */
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
      // It has just ended.
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
