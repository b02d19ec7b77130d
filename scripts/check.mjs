// `npm run check`: types, lint, format, dead code, dependencies, messages, lock file, OpenAPI. Each check passes or fails.
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { glossaryFaults } from './checks/glossary.mjs'
import { guideFaults } from './checks/guide.mjs'
import { lockFile } from './checks/lock-file.mjs'
import { messageKeys } from './checks/message-keys.mjs'
import { misplacedStatements } from './checks/statements.mjs'
import { unusedWords } from './checks/words.mjs'
import { ensureMessages } from './lib/generated.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { at, cache, root } from './lib/paths.mjs'
import { pinnedNode, runtimeEnv } from './lib/platform.mjs'
import { run } from './lib/processes.mjs'
import { command, say } from './lib/say.mjs'

/** @typedef {{ name: string, work: () => Promise<{ ok: boolean, output: string }> }} Check */

/**
 * Runs a script of the clone on the pinned Node and waits for it.
 * @param {string} script from the clone's root @param {string[]} args
 */
async function runScript(script, args) {
  const env = runtimeEnv({ REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true', NO_UPDATE_NOTIFIER: '1' })
  const { status, output, stdout, timedOut } = await run(pinnedNode(), [at(script), ...args], { cwd: root, env, timeoutMs: 5 * 60_000 })
  return { ok: status === 0, output: timedOut ? `${output}\nIt took longer than five minutes.` : output, stdout }
}

/**
 * A check by a program: its exit status decides.
 * @param {string} name @param {string} script from the clone's root @param {string[]} args
 * @returns {Check}
 */
const programCheck = (name, script, args) => ({ name, work: () => runScript(script, args) })

/** A check of our own, which returns a list of faults. @param {string} name @param {() => string[] | Promise<string[]>} find @returns {Check} */
export const ownCheck = (name, find) => ({
  name,
  work: async () => {
    const faults = await find()
    return { ok: faults.length === 0, output: faults.join('\n') }
  },
})

/** Lints the server's own API description, without the network. @type {Check} */
const openApi = {
  name: 'OpenAPI',
  work: async () => {
    const file = join(cache, 'openapi.json')
    rmSync(file, { force: true })
    const printed = await runScript('server/src/print-openapi.ts', [])
    if (!printed.ok) return printed
    mkdirSync(cache, { recursive: true })
    writeFileSync(file, printed.stdout)
    return runScript('node_modules/@redocly/cli/bin/cli.js', ['lint', file])
  },
}

/** Longest first, so that two running in parallel finish together. @returns {Check[]} */
const checks = () => [
  openApi,
  programCheck('dead code', 'node_modules/knip/bin/knip.js', ['--no-progress', '--no-config-hints']),
  programCheck('dependencies', 'scripts/checks/dependencies.mjs', []),
  ...['contract', 'server', 'console', 'e2e', 'bench', 'scripts']
    .filter((folder) => existsSync(at(folder, 'tsconfig.json')))
    .map((folder) => programCheck(`types of ${folder}`, 'node_modules/typescript/bin/tsc', ['-p', folder, '--noEmit'])),
  programCheck('lint', 'node_modules/oxlint/bin/oxlint', ['--deny-warnings']),
  programCheck('format', 'node_modules/oxfmt/bin/oxfmt', ['--check']),
  programCheck('parts for operators', 'scripts/checks/deploy.mjs', []),
  programCheck('compose file', 'node_modules/dclint/bin/dclint.cjs', [
    '--config',
    'deploy/compose/.dclintrc.json',
    '--max-warnings',
    '0',
    'deploy/compose/compose.yaml',
  ]),
  ownCheck('guide to a new area', guideFaults),
  ownCheck('message keys', messageKeys),
  ownCheck('statements in queries', misplacedStatements),
  ownCheck('words', unusedWords),
  ownCheck('glossary', glossaryFaults),
  ownCheck('lock file', lockFile),
]

/**
 * Runs checks, two at a time, and prints for each whether it passed, with its output if it failed.
 * @param {Check[]} list
 * @returns {Promise<{ passed: number, failed: number, failures: string[] }>}
 */
export async function makeChecks(list) {
  const waiting = [...list]
  /** @type {string[]} */
  const failures = []
  const worker = async () => {
    for (let check = waiting.shift(); check; check = waiting.shift()) {
      const began = Date.now()
      const { ok, output } = await check.work()
      if (!ok) failures.push(check.name)
      say(`${ok ? 'passed' : 'FAILED'}  ${check.name} (${((Date.now() - began) / 1000).toFixed(1)} s)`)
      if (!ok) process.stderr.write(`${output.trim()}\n`)
    }
  }
  await Promise.all([worker(), worker()])
  return { passed: list.length - failures.length, failed: failures.length, failures }
}

/**
 * Runs the given checks, then every check of the sources. The packages and messages must exist.
 * @param {Check[]} first
 */
export const makeSourceChecks = (first = []) => makeChecks([...first, ...checks()])

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  await command(async () => {
    await ensureInstalled('test')
    await ensureMessages('test')
    const { passed, failed } = await makeSourceChecks()
    console.log(`${passed} passed, ${failed} failed`)
    return failed ? 1 : 0
  })
}
