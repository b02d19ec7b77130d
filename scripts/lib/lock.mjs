// Allows one setup step at a time, also when two commands start simultaneously in the same clone.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { cache } from './paths.mjs'
import { Refusal, say } from './say.mjs'

const patienceMs = 10 * 60 * 1000

/**
 * Identifies a running process. Includes its start time where available, so that a reused id is detected.
 * @param {number} pid
 * @returns {string} '' if there is no such process
 */
function nameOf(pid) {
  try {
    process.kill(pid, 0)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EPERM')) return ''
  }
  try {
    const status = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return `${pid} ${status.slice(status.lastIndexOf(')') + 2).split(' ')[19]}`
  } catch {
    return String(pid)
  }
}

/** The owner of the lock, as from nameOf(); '' while it is being written. @param {string} file */
function holderOf(file) {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

/**
 * Runs the work while no other process of this clone owns the lock with that name. Takes over a lock whose owner died.
 * @template T
 * @param {string} name
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withLock(name, work) {
  mkdirSync(cache, { recursive: true })
  const file = join(cache, `${name}.pid`)
  const until = Date.now() + patienceMs
  let told = false
  for (;;) {
    try {
      writeFileSync(file, nameOf(process.pid), { flag: 'wx' })
      break
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) {
        throw new Refusal(
          `Cannot write to ${cache} (${error instanceof Error ? error.message : error}). Give this user write access to the clone, then run the command again.`,
        )
      }
    }
    const holder = holderOf(file)
    const pid = Number.parseInt(holder)
    if (holder && nameOf(pid) !== holder) {
      rmSync(file, { force: true })
      continue
    }
    if (!told) say(`Waiting for process ${pid}, which is setting up this clone`)
    told = true
    if (Date.now() > until)
      throw new Refusal(
        `Process ${pid} has been setting up this clone for ten minutes. End it, or delete ${file}, then run the command again.`,
      )
    await sleep(200)
  }
  try {
    return await work()
  } finally {
    rmSync(file, { force: true })
  }
}
