import { execFile } from 'node:child_process'
import { readFile, readdir, readlink, rm } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'

import { EngineError } from './engine-error.ts'
import { isAlive } from './engine-users.ts'

const STOP_TIMEOUT_MS = 60_000
const run = promisify(execFile)

/** The first lines of postmaster.pid, or undefined if it doesn't exist. See src/include/utils/pidfile.h of PostgreSQL. */
export async function readPidFile(location: string): Promise<{ pid: number; port: number; status: string } | undefined> {
  const text = await readFile(path.join(location, 'postmaster.pid'), 'utf8').catch(() => undefined)
  if (text === undefined) return undefined
  const lines = text.split('\n')
  return { pid: Number(lines[0]), port: Number(lines[3]), status: lines[7]?.trim() ?? '' }
}

/** Whether the process is a PostgreSQL, rather than another one that reused the id of a dead one. */
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
 * Removes the files of an engine that is gone. PostgreSQL does this too, except when another process reused the dead process's
 * id or its parent hasn't reaped it. Sessions that briefly outlive the engine must end first: two engines on the same files
 * would corrupt them.
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

/** Processes whose working directory this is, where the system tells: every PostgreSQL process works in its data directory. */
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
