// `npm run check`: types, lint, format, dead code, messages, walls, lock file. Each check is one that passed or failed.
import { existsSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { lockFile } from './checks/lock-file.mjs'
import { messageKeys } from './checks/message-keys.mjs'
import { walls } from './checks/walls.mjs'
import { ensureMessages } from './lib/generated.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { at, root } from './lib/paths.mjs'
import { pinnedNode, runtimeEnv } from './lib/platform.mjs'
import { run } from './lib/processes.mjs'
import { command, say } from './lib/say.mjs'

/** @typedef {{ name: string, work: () => Promise<{ ok: boolean, output: string }> }} Check */

/**
 * A check that a program makes: its exit status decides.
 * @param {string} name @param {string} script below node_modules @param {string[]} args
 * @returns {Check}
 */
export function programCheck(name, script, args) {
  return {
    name,
    work: async () => {
      const { status, output, timedOut } = await run(pinnedNode(), [at('node_modules', script), ...args], {
        cwd: root,
        env: runtimeEnv(),
        timeoutMs: 5 * 60_000,
      })
      return { ok: status === 0, output: timedOut ? `${output}\nIt took longer than five minutes.` : output }
    },
  }
}

/** A check of our own: a list of faults. @param {string} name @param {() => string[]} find @returns {Check} */
export const ownCheck = (name, find) => ({
  name,
  work: async () => {
    const faults = find()
    return { ok: faults.length === 0, output: faults.join('\n') }
  },
})

/** @returns {Check[]} */
const checks = () => [
  ...['contract', 'server', 'console', 'e2e', 'bench', 'scripts']
    .filter((folder) => existsSync(at(folder, 'tsconfig.json')))
    .map((folder) => programCheck(`types of ${folder}`, 'typescript/bin/tsc', ['-p', folder, '--noEmit'])),
  programCheck('lint', 'oxlint/bin/oxlint', ['--deny-warnings']),
  programCheck('format', 'oxfmt/bin/oxfmt', ['--check']),
  programCheck('dead code', 'knip/bin/knip.js', ['--no-progress', '--no-config-hints']),
  ownCheck('message keys', messageKeys),
  ownCheck('walls', walls),
  ownCheck('lock file', lockFile),
]

/**
 * Makes checks, two at a time, and says of each whether it passed, with its words where it failed.
 * @param {Check[]} list
 * @returns {Promise<{ passed: number, failed: number }>}
 */
export async function makeChecks(list) {
  const waiting = [...list]
  let failed = 0
  const worker = async () => {
    for (let check = waiting.shift(); check; check = waiting.shift()) {
      const { ok, output } = await check.work()
      if (!ok) failed++
      say(`${ok ? 'passed' : 'FAILED'}  ${check.name}`)
      if (!ok) process.stderr.write(`${output.trim()}\n`)
    }
  }
  await Promise.all([worker(), worker()])
  return { passed: list.length - failed, failed }
}

/** Every check of the sources; the packages and messages must be there. */
export const makeSourceChecks = () => makeChecks(checks())

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  await command(async () => {
    await ensureInstalled()
    await ensureMessages()
    const { passed, failed } = await makeSourceChecks()
    console.log(`${passed} passed, ${failed} failed`)
    return failed ? 1 : 0
  })
}
