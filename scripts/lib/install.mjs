// Installs the packages once per lock file, with progress and readable errors. `npm start` needs fewer of them than the tests.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, delimiter, join, relative } from 'node:path'
import { withLock } from './lock.mjs'
import { at, cache, root } from './paths.mjs'
import { pinnedNode, platform, unpackedLibraries } from './platform.mjs'
import { run } from './processes.mjs'
import { ensureRuntimeLibraries } from './runtime-libraries.mjs'
import { Refusal, say, sayWhile } from './say.mjs'
import { hashOf } from './stamps.mjs'

const stampFile = at('node_modules', '.steward-installed')

/** The packages a command needs: 'start' to build and run the product, 'test' for all. @typedef {'start' | 'test'} Purpose */

/** @typedef {{ version?: string, optional?: boolean, dev?: boolean, devOptional?: boolean, link?: boolean }} LockEntry */

/**
 * Whether node_modules matches the lock file, as after an `npm ci` or `npm install` by hand.
 * @param {Purpose} purpose
 */
function isInstalledByHand(purpose) {
  const hidden = at('node_modules', '.package-lock.json')
  if (!existsSync(hidden) || !existsSync(pinnedNode())) return false
  /** @param {string} file @returns {Record<string, LockEntry>} */
  const packagesOf = (file) => JSON.parse(readFileSync(file, 'utf8')).packages
  const there = packagesOf(hidden)
  return Object.entries(packagesOf(at('package-lock.json'))).every(([path, wanted]) => {
    if (!path.includes('node_modules/') || wanted.link) return true
    const found = there[path]
    if (found) return found.version === wanted.version
    return wanted.optional === true || wanted.devOptional === true || (wanted.dev === true && purpose === 'start')
  })
}

/** npm's own program, run by the current Node, so that neither depends on the contents of node_modules/.bin. */
async function npmCommand() {
  const running = process.env.npm_execpath
  if (running && basename(running) === 'npm-cli.js' && existsSync(running)) return { program: process.execPath, first: [running] }
  const path = (process.env.PATH ?? '').split(delimiter).filter((folder) => !folder.includes('node_modules'))
  if ((await run('npm', ['--version'], { env: { ...process.env, PATH: path.join(delimiter) } })).status !== 0) {
    throw new Refusal('npm is not on the PATH. Install Node 20 or later with npm 10 or later, then run the command again.')
  }
  return { program: 'npm', first: [] }
}

const lockAdvice = 'package.json and package-lock.json do not belong together: run npm install and commit both.'
const networkAdvice = 'See to it that the npm registry can be reached (npm ping) and that 1 GB of disk is free, then run the command again.'

/** npm's arguments for each way to install. */
const ways = {
  start: ['ci', '--omit=dev'],
  test: ['ci', '--include=dev'],
  // Only adds packages, so that a server that runs from the folder keeps running.
  rest: ['install', '--include=dev', '--no-save'],
}

/** @param {keyof typeof ways} way */
async function install(way) {
  const { program, first } = await npmCommand()
  const args = [
    ...first,
    ...ways[way],
    '--include=optional',
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    '--prefer-offline',
    '--loglevel=error',
  ]
  const what = way === 'start' ? 'Installing the packages' : 'Installing the packages, including those for tests'
  for (let attempt = 1; ; attempt++) {
    say(`${what} (once, about half a minute)${attempt > 1 ? ', second attempt' : ''}`)
    const { status, output } = await sayWhile(what, run(program, args, { cwd: root }))
    if (status === 0) return
    const unlocked = output.includes('EUSAGE')
    if (unlocked || attempt === 2) {
      const log = join(cache, 'install.log')
      mkdirSync(cache, { recursive: true })
      writeFileSync(log, output)
      const first = output.split('\n').filter((line) => line.replace('npm error', '').trim())
      throw new Refusal(
        `${first.slice(0, 12).join('\n')}\n\nThe packages could not be installed. ${unlocked ? lockAdvice : networkAdvice} npm's full output is in ${relative(root, log)}.`,
      )
    }
  }
}

/**
 * Makes node_modules match package-lock.json, and the pinned Node work. Takes a few milliseconds if nothing changed.
 * Keeps packages for tests that are already installed.
 * @param {Purpose} purpose
 * @throws Refusal if it fails because of the network, the disk or the platform
 */
export async function ensureInstalled(purpose) {
  const [major] = process.versions.node.split('.')
  if (Number(major) < 20)
    throw new Refusal(`Steward needs Node 20 or later, but this is ${process.version}. Install it, then run the command again.`)
  const lock = hashOf([at('package-lock.json')])
  const stamp = () => (existsSync(stampFile) ? readFileSync(stampFile, 'utf8') : '')
  // The libraries in .cache are part of it: without them the pinned Node would not start.
  const stampOf = (/** @type {Purpose} */ installed) => [installed, lock, platform, unpackedLibraries()].join(' ')
  const isStamped = () => [stampOf('test'), stampOf(purpose)].includes(stamp()) && existsSync(pinnedNode())
  if (isStamped()) return
  await withLock('install', async () => {
    if (isStamped()) return
    const wanted = stamp().startsWith('test ') ? 'test' : purpose
    let installed = wanted
    if (isInstalledByHand('test')) installed = 'test'
    else if (wanted === 'test' && stamp() === stampOf('start')) await install('rest')
    else if (!isInstalledByHand(wanted)) await install(wanted)
    await ensureRuntimeLibraries()
    writeFileSync(stampFile, stampOf(installed))
  })
}
