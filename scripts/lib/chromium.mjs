// Finds or installs a Chromium for the browser tests.
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { withLock } from './lock.mjs'
import { at, cache } from './paths.mjs'
import { pinnedNode, runtimeEnv } from './platform.mjs'
import { run } from './processes.mjs'
import { Refusal, say, sayWhile } from './say.mjs'
import { canInstall, installByHand, installDebianPackages, libraryFoldersIn, unpackDebianPackages } from './debian.mjs'

const minuteMs = 60_000
// The headless shell is Chromium without windows: the same pages, in two thirds of the processor time.
const debianPackages = ['chromium-headless-shell', 'fonts-liberation']
const unpackedProgram = join(cache, 'chromium')

/** Whether Chromium starts and shows a page, as a test would. @param {string} path */
async function starts(path) {
  const profile = mkdtempSync(join(tmpdir(), 'steward-chromium-'))
  const args = ['--headless', '--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', '--no-first-run', `--user-data-dir=${profile}`]
  const { stdout, output } = await run(path, [...args, '--dump-dom', 'data:text/html,<p>started</p>'], { timeoutMs: minuteMs })
  rmSync(profile, { recursive: true, force: true, maxRetries: 5 })
  if (!stdout.includes('started')) say(`${path} does not start: ${output.trim().split('\n')[0]}`)
  return stdout.includes('started')
}

async function find() {
  const named = process.env.CHROMIUM_PATH
  if (named && !existsSync(named))
    throw new Refusal(`CHROMIUM_PATH is ${named}, which does not exist. Set it to an existing Chromium, or remove it.`)
  const candidates = [
    named,
    '/usr/bin/chromium-headless-shell',
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome',
    '/usr/bin/google-chrome-stable',
    unpackedProgram,
  ]
  for (const path of candidates) {
    if (path && existsSync(path) && (await starts(path))) return path
  }
  return playwrightsOwn()
}

/** Playwright's own Chromium, if it was downloaded. */
async function playwrightsOwn() {
  const script = "import('@playwright/test').then(({ chromium }) => console.log(chromium.executablePath()))"
  const path = (await run(pinnedNode(), ['-e', script], { env: runtimeEnv(), cwd: at('e2e') })).stdout.trim()
  return path && existsSync(path) && (await starts(path)) ? path : undefined
}

/** Debian's Chromium unpacked in .cache, started through a script that sets its libraries and fonts. */
async function unpack() {
  const folder = await unpackDebianPackages(debianPackages)
  if (!folder) return undefined
  const fonts = join(cache, 'fonts.conf')
  const dirs = [join(folder, 'usr/share/fonts'), '/usr/share/fonts'].map((dir) => `<dir>${dir}</dir>`)
  const aliases = Object.entries({ 'sans-serif': 'Sans', serif: 'Serif', monospace: 'Mono' }).map(
    ([family, name]) => `<alias><family>${family}</family><prefer><family>Liberation ${name}</family></prefer></alias>`,
  )
  const rules = [...dirs, ...aliases, `<cachedir>${join(cache, 'fontconfig')}</cachedir>`].join('\n')
  writeFileSync(fonts, `<?xml version="1.0"?>\n<!DOCTYPE fontconfig SYSTEM "fonts.dtd">\n<fontconfig>\n${rules}\n</fontconfig>\n`)
  mkdirSync(join(cache, 'fontconfig'), { recursive: true })
  const lines = [
    '#!/bin/sh',
    `export LD_LIBRARY_PATH='${libraryFoldersIn(folder)}'"\${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"`,
    `export FONTCONFIG_FILE='${fonts}'`,
    `exec '${join(folder, 'usr/lib/chromium/chromium-headless-shell')}' "$@"`,
  ]
  writeFileSync(unpackedProgram, `${lines.join('\n')}\n`)
  chmodSync(unpackedProgram, 0o755)
  return (await starts(unpackedProgram)) ? unpackedProgram : undefined
}

async function install() {
  if (!canInstall())
    throw new Refusal(
      `The browser tests need Chromium, and STEWARD_TEST_INSTALL=no prevents its installation. Install it (${installByHand(debianPackages)}) or set CHROMIUM_PATH, then run the command again.`,
    )
  say('Chromium was not found, so it will be installed. To prevent this, set STEWARD_TEST_INSTALL=no.')
  if (await installDebianPackages(debianPackages)) return find()
  const unpacked = await unpack()
  if (unpacked) return unpacked
  say("Downloading Playwright's Chromium to this user's cache folder")
  const cli = at('node_modules', '@playwright', 'test', 'cli.js')
  await sayWhile(
    "Downloading Playwright's Chromium",
    run(pinnedNode(), [cli, 'install', 'chromium'], { env: runtimeEnv(), timeoutMs: 5 * minuteMs }),
  )
  return playwrightsOwn()
}

/**
 * The path of a Chromium that starts. Also sets CHROMIUM_PATH, which the Playwright configuration reads.
 * @throws Refusal if none exists
 */
export async function ensureChromium() {
  const path = (await find()) ?? (await withLock('chromium', async () => (await find()) ?? install()))
  if (!path)
    throw new Refusal(
      `The browser tests need Chromium, and it could not be installed. Install it (${installByHand(debianPackages)}) or set CHROMIUM_PATH, then run the command again.`,
    )
  process.env.CHROMIUM_PATH = path
  return path
}
