import { readFileSync } from 'node:fs'
import { mkdir, readdir, readFile, rm, rmdir, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

/** Whether a process with this id runs, regardless of its owner. Zombies don't count. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false // process.kill only throws system errors
  }
  return statusFields(pid)?.[0] !== 'Z'
}

/** The fields of Linux' /proc/<pid>/stat from the state on (proc_pid_stat(5)); undefined elsewhere. */
function statusFields(pid: number): string[] | undefined {
  try {
    const status = readFileSync(`/proc/${pid}/stat`, 'latin1')
    return status.slice(status.lastIndexOf(')') + 2).split(' ')
  } catch {
    return undefined
  }
}

/** Identifies a process: its start time in clock ticks where the system tells, else only that it lives. Undefined when gone. */
function identity(pid: number): string | undefined {
  return isAlive(pid) ? (statusFields(pid)?.[19] ?? 'alive') : undefined
}

/** Runs `work` exclusively among all processes that use the directory; takes over the lock of a dead process. */
export async function exclusively<T>(directory: string, work: () => Promise<T>): Promise<T> {
  const lock = path.join(directory, 'engine.lock')
  const owner = path.join(lock, String(process.pid))
  for (;;) {
    try {
      await mkdir(lock)
      await writeFile(owner, identity(process.pid) ?? '')
      break
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error // mkdir only throws system errors
    }
    await removeDeadOwners(lock)
    await delay(20)
  }
  try {
    return await work()
  } finally {
    await rm(lock, { recursive: true, force: true })
  }
}

/** The owner of an empty lock directory died between two calls; it is removed after ten seconds. */
async function removeDeadOwners(lock: string): Promise<void> {
  const names = await readdir(lock).catch(() => [])
  for (const name of names) {
    const recorded = await readFile(path.join(lock, name), 'utf8').catch(() => undefined)
    const current = identity(Number(name))
    if (recorded === '' || recorded === undefined) continue
    if (current !== recorded) await rm(path.join(lock, name), { force: true })
  }
  const age = Date.now() - ((await stat(lock).catch(() => undefined))?.mtimeMs ?? Date.now())
  if (names.length > 0 || age > 10_000) await rmdir(lock).catch(() => undefined) // fails while an owner is inside
}

/** Registers this process as a user of the engine in `directory`. */
export async function registerUser(directory: string): Promise<void> {
  await mkdir(path.join(directory, 'engine-users'), { recursive: true })
  await writeFile(path.join(directory, 'engine-users', String(process.pid)), identity(process.pid) ?? '')
}

/** Unregisters it; returns how many other living processes still use the engine. */
export async function unregisterUser(directory: string): Promise<number> {
  const users = path.join(directory, 'engine-users')
  await rm(path.join(users, String(process.pid)), { force: true })
  let others = 0
  for (const name of await readdir(users).catch(() => [])) {
    const recorded = await readFile(path.join(users, name), 'utf8').catch(() => '')
    if (identity(Number(name)) === recorded) others += 1
    else await rm(path.join(users, name), { force: true })
  }
  return others
}
