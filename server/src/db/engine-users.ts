import { mkdir, readdir, readFile, rm, rmdir, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

/** Whether a process with this id exists, whoever owns it. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM' // only system errors leave process.kill
  }
}

/** What a process is: its start time in clock ticks where the system tells, else only that it lives. Undefined when gone. */
async function identity(pid: number): Promise<string | undefined> {
  if (!isAlive(pid)) return undefined
  const status = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  return status.slice(status.lastIndexOf(')') + 2).split(' ')[19] ?? 'alive'
}

/** Runs `work` alone among all processes that use the directory; a lock left by a dead process is taken over. */
export async function exclusively<T>(directory: string, work: () => Promise<T>): Promise<T> {
  const lock = path.join(directory, 'engine.lock')
  const owner = path.join(lock, String(process.pid))
  for (;;) {
    try {
      await mkdir(lock)
      await writeFile(owner, (await identity(process.pid)) ?? '')
      break
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error // only system errors leave mkdir
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

/** An empty lock directory is one whose owner died between two calls: it goes after ten seconds. */
async function removeDeadOwners(lock: string): Promise<void> {
  const names = await readdir(lock).catch(() => [])
  for (const name of names) {
    const recorded = await readFile(path.join(lock, name), 'utf8').catch(() => undefined)
    const current = await identity(Number(name))
    if (recorded === '' || recorded === undefined) continue
    if (current !== recorded) await rm(path.join(lock, name), { force: true })
  }
  const age = Date.now() - ((await stat(lock).catch(() => undefined))?.mtimeMs ?? Date.now())
  if (names.length > 0 || age > 10_000) await rmdir(lock).catch(() => undefined) // refuses while an owner is inside
}

/** Notes that this process uses the engine in `directory`. */
export async function registerUser(directory: string): Promise<void> {
  await mkdir(path.join(directory, 'engine-users'), { recursive: true })
  await writeFile(path.join(directory, 'engine-users', String(process.pid)), (await identity(process.pid)) ?? '')
}

/** Takes the note back; returns how many other living processes still use the engine. */
export async function unregisterUser(directory: string): Promise<number> {
  const users = path.join(directory, 'engine-users')
  await rm(path.join(users, String(process.pid)), { force: true })
  let others = 0
  for (const name of await readdir(users).catch(() => [])) {
    const recorded = await readFile(path.join(users, name), 'utf8').catch(() => '')
    if ((await identity(Number(name))) === recorded) others += 1
    else await rm(path.join(users, name), { force: true })
  }
  return others
}
