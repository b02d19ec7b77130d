// Debian packages: installed if this user can without a prompt (root, or sudo without a password), otherwise downloaded and unpacked into
// .cache. STEWARD_TEST_INSTALL=no prevents the installation.
import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { cache } from './paths.mjs'
import { has, run } from './processes.mjs'
import { say, sayWhile } from './say.mjs'

const folder = join(cache, 'debian')
const unpacked = join(folder, 'root')
const minuteMs = 60_000

/** Whether this machine allows installation: STEWARD_TEST_INSTALL=no forbids it. */
export const canInstall = () => !/^(no|0|false|off)$/i.test(process.env.STEWARD_TEST_INSTALL ?? '')

/** Instructions to install the packages by hand, to end a sentence with. @param {string[]} names */
export const installByHand = (names) => `on Debian, as root: apt-get install ${names.join(' ')}`

/**
 * Installs packages if this machine runs Debian and the user can without a prompt. Announces first what it will install.
 * @param {string[]} names
 * @param {{ timeoutMs?: number }} [options] time limit for each of the two apt commands
 * @returns {Promise<boolean>} whether they are installed now
 */
export async function installDebianPackages(names, { timeoutMs = 8 * minuteMs } = {}) {
  if (!(await has('apt-get'))) return false
  const isRoot = process.getuid?.() === 0
  if (!isRoot && (await run('sudo', ['-n', 'true'])).status !== 0) return false
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  /** @param {string[]} args */
  const apt = (args) =>
    isRoot
      ? run('apt-get', args, { env, timeoutMs })
      : run('sudo', ['-n', 'DEBIAN_FRONTEND=noninteractive', 'apt-get', ...args], { timeoutMs })
  const install = ['install', '--yes', '--no-install-recommends', ...names]
  const what = `Installing ${names.join(', ')} from Debian`
  say(`Installing with apt-get: ${names.join(', ')} and their dependencies`)
  await sayWhile(what, apt(['update']))
  const { status, output } = await sayWhile(what, apt(install))
  if (status !== 0) say(`apt-get could not install ${names.join(', ')}: ${output.trim().split('\n').at(-1)}`)
  return status === 0
}

/**
 * Downloads packages with their missing dependencies and unpacks them into .cache. Needs no special permissions:
 * apt gets its own folders, and only reads which packages are installed.
 * @param {string[]} names
 * @returns {Promise<string | undefined>} the folder that now has usr/, or undefined if this isn't Debian or it failed
 */
export async function unpackDebianPackages(names) {
  if (!(await has('apt-get')) || !(await has('dpkg-deb'))) return undefined
  const archives = join(folder, 'cache', 'archives')
  for (const path of [join(folder, 'state', 'lists', 'partial'), join(archives, 'partial'), unpacked]) mkdirSync(path, { recursive: true })
  const own = [
    `Dir::State=${join(folder, 'state')}`,
    'Dir::State::status=/var/lib/dpkg/status',
    `Dir::Cache=${join(folder, 'cache')}`,
    'Debug::NoLocking=true',
    'APT::Sandbox::User=',
    'APT::Update::Post-Invoke=',
    'APT::Update::Post-Invoke-Success=',
  ].flatMap((option) => ['-o', option])
  const what = `Unpacking ${names.join(', ')} from Debian into .cache`
  say(`Downloading ${names.join(', ')} and their dependencies from Debian into .cache; nothing is installed on this system`)
  for (const args of [['update'], ['install', '--yes', '--download-only', '--no-install-recommends', ...names]]) {
    const { status, output } = await sayWhile(what, run('apt-get', [...own, ...args], { timeoutMs: 8 * minuteMs }))
    if (status !== 0) {
      say(`apt-get ${args[0]} failed: ${output.trim().split('\n').at(-1)}`)
      return undefined
    }
  }
  for (const name of readdirSync(archives).filter((file) => file.endsWith('.deb'))) {
    const { status, output } = await run('dpkg-deb', ['--extract', join(archives, name), unpacked])
    if (status !== 0) {
      say(`${name} could not be unpacked: ${output.trim()}`)
      return undefined
    }
  }
  rmSync(join(folder, 'cache'), { recursive: true, force: true })
  return unpacked
}

/**
 * The library folders below an unpacked root, joined by colons: the common ones, and private ones
 * that an installed package would find by absolute path.
 * @param {string} below
 */
export function libraryFoldersIn(below) {
  const triplet = process.arch === 'arm64' ? 'aarch64-linux-gnu' : 'x86_64-linux-gnu'
  const common = [`usr/lib/${triplet}`, `lib/${triplet}`, 'usr/lib', 'lib']
    .map((path) => join(below, path))
    .filter((path) => existsSync(path))
  const ownedByOne = common.flatMap((folder) =>
    readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map((entry) => join(folder, entry.name))
      .filter((path) => !common.includes(path) && readdirSync(path).some((name) => /^lib.*\.so/.test(name))),
  )
  return [...common, ...ownedByOne].join(':')
}
