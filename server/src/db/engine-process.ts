import { execFile } from 'node:child_process'
import { readFile, readdir, readlink, rm } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'

import { EngineError } from './engine-error.ts'
import { isAlive } from './engine-users.ts'

const STOP_TIMEOUT_MS = 60_000
const run = promisify(execFile)

/** The first lines of postmaster.pid, or undefined when there is none. See src/include/utils/pidfile.h of PostgreSQL. */
export async function readPidFile(location: string): Promise<{ pid: number; port: number; status: string } | undefined> {
  const text = await readFile(path.join(location, 'postmaster.pid'), 'utf8').catch(() => undefined)
  if (text === undefined) return undefined
  const lines = text.split('\n')
  return { pid: Number(lines[0]), port: Number(lines[3]), status: lines[7]?.trim() ?? '' }
}

/** Whether the process is a PostgreSQL, and not another one that got the number of a dead one. */
export async function isPostgres(pid: number): Promise<boolean> {
  if (!(pid > 0) || !isAlive(pid)) return false
  if (process.platform === 'win32') return true
  const command =
    (await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => undefined)) ??
    (await run('ps', ['-o', 'comm=', '-p', String(pid)])
      .then(({ stdout }) => stdout)
      .catch(() => ''))
  return path.basename(command.split('\0')[0]?.trim() ?? '') === 'postgres'
}

/**
 * Removes the files that tell of an engine that is gone. PostgreSQL would do it itself, but not where the number of the dead process
 * belongs to another one, or nobody has noticed its end. Sessions that outlive it by a moment must be gone first: two
 * engines on one set of files would ruin them.
 */
export async function clearAway(location: string): Promise<void> {
  const deadline = Date.now() + STOP_TIMEOUT_MS
  for (let left = await processesIn(location); left.length > 0; left = await processesIn(location)) {
    if (Date.now() > deadline) {
      throw new EngineError(
        `Processes of a broken database engine still run in ${location}: ${left.join(', ')}. End them, and start again.`,
      )
    }
    await delay(20)
  }
  for (const name of await readdir(location)) {
    if (name === 'postmaster.pid' || name.startsWith('.s.PGSQL.')) await rm(path.join(location, name), { force: true })
  }
}

/** Processes whose working directory this is, where the system tells: every process of PostgreSQL works in its data. */
async function processesIn(directory: string): Promise<number[]> {
  const found: number[] = []
  for (const name of await readdir('/proc').catch(() => [])) {
    if (!/^\d+$/.test(name)) continue
    if ((await readlink(`/proc/${name}/cwd`).catch(() => '')) === directory) found.push(Number(name))
  }
  return found
}

/** Fast shutdown: open transactions are rolled back, everything committed is on disk. */
export async function shutDown(location: string): Promise<void> {
  const running = await readPidFile(location)
  if (!running || !(await isPostgres(running.pid))) return
  process.kill(running.pid, 'SIGINT')
  const deadline = Date.now() + STOP_TIMEOUT_MS
  while (isAlive(running.pid)) {
    if (Date.now() > deadline) throw new EngineError(`The database engine (process ${running.pid}) did not stop within a minute.`)
    await delay(10)
  }
}
