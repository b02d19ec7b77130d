// One piece of set-up at a time, also when two commands start at once in the same clone.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { cache } from './paths.mjs'
import { Refusal, say } from './say.mjs'

const patienceMs = 10 * 60 * 1000

/** @param {string} file */
function holderOf(file) {
  try {
    return Number(readFileSync(file, 'utf8'))
  } catch {
    return 0
  }
}

/** @param {number} pid */
function isAlive(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

/**
 * Runs the work while no other process of this clone holds the lock of that name. A lock whose holder died is taken over.
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
      writeFileSync(file, String(process.pid), { flag: 'wx' })
      break
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) {
        throw new Refusal(
          `Cannot write to ${cache} (${error instanceof Error ? error.message : error}). Give this user the right to write into the clone, then run the command again.`,
        )
      }
    }
    const holder = holderOf(file)
    if (holder && !isAlive(holder)) {
      rmSync(file, { force: true })
      continue
    }
    if (!told) say(`Waiting for process ${holder}, which is setting up this clone`)
    told = true
    if (Date.now() > until)
      throw new Refusal(
        `Process ${holder} has been setting up this clone for ten minutes. End it, or delete ${file}, then run the command again.`,
      )
    await sleep(200)
  }
  try {
    return await work()
  } finally {
    rmSync(file, { force: true })
  }
}
