// HAProxy and PgBouncer for the tests of several servers: found, or downloaded from Debian and unpacked into .cache, so that no service
// starts on this machine. Without them a small balancer of the tests takes HAProxy's place, and the tests of poolers are skipped.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { canInstall, installByHand, libraryFoldersIn, unpackDebianPackages } from './debian.mjs'
import { withLock } from './lock.mjs'
import { cache } from './paths.mjs'
import { say } from './say.mjs'

const unpacked = join(cache, 'debian', 'root')
const folders = ['/usr/sbin', '/usr/bin', '/usr/local/sbin', '/usr/local/bin', '/opt/homebrew/bin']

/**
 * A program of this machine, or of the unpacked packages.
 * @param {'haproxy' | 'pgbouncer'} name
 * @returns {{ file: string, env: NodeJS.ProcessEnv } | undefined}
 */
export function findBalancer(name) {
  const found = folders.map((folder) => join(folder, name)).find((file) => existsSync(file))
  if (found) return { file: found, env: {} }
  const file = join(unpacked, 'usr/sbin', name)
  return existsSync(file) ? { file, env: { LD_LIBRARY_PATH: libraryFoldersIn(unpacked) } } : undefined
}

/** Makes both available to the tests if this machine runs Debian. */
export async function offerBalancers() {
  const missing = () => /** @type {const} */ (['haproxy', 'pgbouncer']).filter((name) => !findBalancer(name))
  if (missing().length > 0 && canInstall()) {
    await withLock('debian', async () => {
      if (missing().length > 0) await unpackDebianPackages(missing())
    })
  }
  const names = missing()
  if (names.length === 0) return
  say(
    `Not found: ${names.join(', ')}. Tests of poolers are skipped, and a balancer of the tests replaces HAProxy (${installByHand(names)})`,
  )
}
