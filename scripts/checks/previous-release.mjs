// `node scripts/checks/previous-release.mjs`: runs tests of the release before on the schema of now. While servers are replaced one by one,
// the old program works on a database that the new one has migrated (docs/developers/README.md, "Migrations").
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, symlinkSync, cpSync, existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ensureMessages } from '../lib/generated.mjs'
import { ensureInstalled } from '../lib/install.mjs'
import { at, root } from '../lib/paths.mjs'
import { pinnedNode, runtimeEnv } from '../lib/platform.mjs'
import { run } from '../lib/processes.mjs'
import { command, say } from '../lib/say.mjs'
import { makeTestFolder } from '../lib/test-folder.mjs'

/** What the tests of the server import. */
const folders = ['contract', 'server', 'scripts', 'docs', 'package.json', 'package-lock.json', 'tsconfig.base.json']
/** Tests that read and write most tables through the API. */
const tests = [
  'users/users',
  'groups/groups',
  'roles/roles',
  'session/sign-in',
  'session/sessions',
  'api-keys/api-keys',
  'resource-groups/resource-groups',
  'licenses/licenses',
  'audit-log/audit-log',
  'system-events/system-events',
].map((name) => `src/${name}.test.ts`)
const longestMs = 180_000

/** @typedef {{ testResults: { name: string, status: string, message: string, assertionResults: { status: string, fullName: string, failureMessages: string[] }[] }[] }} Report */

/** @returns {Promise<string[]>} a line for each test of the release before that fails */
export async function previousRelease() {
  /** @type {{ commit: string }} */
  const { commit } = JSON.parse(readFileSync(at('server', 'previous-release.json'), 'utf8'))
  const found = await run('git', ['cat-file', '-e', `${commit}^{commit}`], { cwd: root })
  if (found.status !== 0) {
    say(`Left out: the program of the release before (${commit.slice(0, 12)}) is not in this clone. "git fetch --unshallow" gets it.`)
    return []
  }
  const folder = mkdtempSync(join(tmpdir(), 'steward-previous-'))
  // As root, the database engine runs as another user.
  chmodSync(folder, 0o711)
  try {
    await unpack(commit, folder)
    return await failures(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** @param {string} commit @param {string} folder */
async function unpack(commit, folder) {
  const archive = join(folder, 'previous.tar')
  await must(folder, 'git', ['-C', root, 'archive', '--output', archive, commit, ...folders])
  await must(folder, 'tar', ['-xf', archive, '-C', folder])
  rmSync(archive)
  rmSync(join(folder, 'server', 'migrations'), { recursive: true })
  cpSync(at('server', 'migrations'), join(folder, 'server', 'migrations'), { recursive: true })
  linkPackages('node_modules', folder)
  linkPackages(join('server', 'node_modules'), folder)
  await must(folder, pinnedNode(), [join(folder, 'scripts', 'messages.mjs'), 'compile-untyped'])
}

/** The packages of this clone, but the workspaces of that folder. @param {string} name @param {string} folder */
function linkPackages(name, folder) {
  if (!existsSync(at(name))) return
  mkdirSync(join(folder, name))
  for (const entry of readdirSync(at(name))) {
    if (!entry.startsWith('.') && entry !== '@steward') symlinkSync(at(name, entry), join(folder, name, entry))
  }
  if (!existsSync(at(name, '@steward'))) return
  mkdirSync(join(folder, name, '@steward'))
  for (const workspace of ['contract', 'server']) symlinkSync(join(folder, workspace), join(folder, name, '@steward', workspace))
}

/** @param {string} folder @param {string} program @param {string[]} args */
async function must(folder, program, args) {
  const { status, output } = await run(program, args, { cwd: folder, env: runtimeEnv() })
  if (status !== 0) throw new Error(`${program} ${args[0]} failed: ${output.trim()}`)
}

/** @param {string} folder */
async function failures(folder) {
  const file = join(folder, 'report.json')
  const vitest = [
    at('node_modules', 'vitest', 'vitest.mjs'),
    'run',
    '--allowOnly=false',
    '--reporter=json',
    `--outputFile=${file}`,
    ...tests,
  ]
  // Vitest marks its own processes, and this one can run inside of it.
  const env = Object.fromEntries(Object.entries(runtimeEnv()).filter(([name]) => !name.startsWith('VITEST')))
  const { status, output, timedOut } = await run(pinnedNode(), vitest, { cwd: join(folder, 'server'), env, timeoutMs: longestMs })
  if (timedOut) return [`The tests of the release before took longer than ${longestMs / 1_000} seconds.`]
  if (!existsSync(file)) return [`The tests of the release before did not run: ${output.trim()}`]
  /** @type {Report} */
  const { testResults } = JSON.parse(readFileSync(file, 'utf8'))
  const failed = testResults.flatMap(({ name, status: ended, message, assertionResults }) => {
    const broken = assertionResults.filter((one) => one.status === 'failed')
    const where = relative(folder, name)
    if (broken.length === 0) return ended === 'failed' ? [`${where}: ${firstLine(message)}`] : []
    return broken.map(({ fullName, failureMessages }) => `${where} › ${fullName}: ${firstLine(failureMessages[0])}`)
  })
  const passed = testResults.flatMap(({ assertionResults }) => assertionResults).filter(({ status: ended }) => ended === 'passed').length
  if (failed.length === 0 && (status !== 0 || passed === 0)) return [`The tests of the release before failed: ${output.trim()}`]
  if (failed.length === 0) {
    say(`${passed} tests of the release before pass on the schema of now`)
    return []
  }
  return [
    'The program of the release before fails on the schema of now. Leave what it uses until a release later (docs/developers/README.md, "Migrations"):',
    ...failed.map((line) => `  ${line}`),
  ]
}

/** @param {string | undefined} text */
const firstLine = (text) => (text ?? '').split('\n')[0] ?? ''

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  await command(async () => {
    await ensureInstalled('test')
    await ensureMessages('test')
    const sweep = makeTestFolder()
    const faults = await previousRelease().finally(sweep)
    for (const fault of faults) process.stderr.write(`${fault}\n`)
    return faults.length === 0 ? 0 : 1
  })
}
