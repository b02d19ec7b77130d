// `npm test`: sets up what is missing, then runs every check and every test. Continues after failures; the last line
// has the totals, with each check counted as a test.
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { makeChecks, makeSourceChecks, ownCheck } from './check.mjs'
import { firstLoad } from './checks/first-load.mjs'
import { previousRelease } from './checks/previous-release.mjs'
import { offerBalancers } from './lib/balancers.mjs'
import { ensureChromium } from './lib/chromium.mjs'
import { ensureBuilt, ensureMessages } from './lib/generated.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { at, cache, root } from './lib/paths.mjs'
import { pinnedNode, runtimeEnv } from './lib/platform.mjs'
import { run } from './lib/processes.mjs'
import { say } from './lib/say.mjs'
import { offerSimpleSamlPhp } from './lib/simplesamlphp.mjs'
import { makeTestFolder } from './lib/test-folder.mjs'

const minuteMs = 60_000
let passed = 0
let failed = 0
/** What failed, repeated at the end, where the output of a long run is read first. @type {string[]} */
const failures = []

/** @typedef {{ passed: number, failed: number, failures?: string[] }} Counts */

/**
 * A failed test with the beginning of its error.
 * @param {string} name
 * @param {string} [message]
 */
function withReason(name, message = '') {
  const lines = stripVTControlCharacters(message).split('\n')
  const told = lines.filter((line) => line.trim() !== '' && !line.includes('/node_modules/')).slice(0, 8)
  return [name, ...told.map((line) => `        ${line.slice(0, 600)}`)].join('\n')
}

/** @param {Counts} counts */
function add(counts) {
  passed += counts.passed
  failed += counts.failed
  failures.push(...(counts.failures ?? []))
}

/**
 * Runs one part; an error counts as one failure, and the run continues.
 * @param {string} name
 * @param {() => Promise<Counts>} work
 */
async function part(name, work) {
  say(name)
  try {
    add(await work())
  } catch (error) {
    add({ passed: 0, failed: 1, failures: [name] })
    process.stderr.write(`FAILED  ${name}: ${error instanceof Error ? error.message : error}\n`)
  }
}

/** Tests leave much garbage: V8 takes a tenth of their time to collect it if its part for new objects is small. */
const nodeOptions = `--max-semi-space-size=64 ${process.env.NODE_OPTIONS ?? ''}`.trim()

/**
 * Runs a test program and reads the totals from its JSON report. If the program fails without a failed test (a crash, an
 * error between tests, no report), that counts as one failure.
 * @template R
 * @param {{ script: string, args: string[], report: string, env?: NodeJS.ProcessEnv, timeoutMs: number, count: (report: R) => Counts }} program
 */
async function testProgram({ script, args, report, env = {}, timeoutMs, count }) {
  rmSync(report, { force: true })
  const { status, timedOut } = await run(pinnedNode(), [at('node_modules', script), ...args], {
    cwd: root,
    env: runtimeEnv({ NODE_OPTIONS: nodeOptions, ...env }),
    show: true,
    timeoutMs,
  })
  if (timedOut) process.stderr.write(`FAILED  ${script} took longer than ${timeoutMs / minuteMs} minutes and was stopped\n`)
  const counts = existsSync(report) ? count(JSON.parse(readFileSync(report, 'utf8'))) : { passed: 0, failed: 0 }
  return status !== 0 && counts.failed === 0 ? { ...counts, failed: 1, failures: [script] } : counts
}

/** @typedef {{ status: string, fullName: string, failureMessages: string[] }} VitestTest */
/** @typedef {{ status: string, name: string, message: string, assertionResults: VitestTest[] }} VitestFile */
/** @typedef {{ numPassedTests: number, numFailedTests: number, testResults: VitestFile[] }} VitestReport */

/** Errors outside of tests, each on a line; see scripts/lib/unhandled-reporter.mjs. */
const unhandledErrors = join(cache, 'vitest-unhandled.jsonl')

/** Unit, rule, API and component tests. */
async function vitest() {
  rmSync(unhandledErrors, { force: true })
  const counts = await testProgram({
    script: 'vitest/vitest.mjs',
    args: [
      'run',
      '--allowOnly=false',
      '--reporter=default',
      '--reporter=json',
      '--reporter=./scripts/lib/unhandled-reporter.mjs',
      `--outputFile.json=${join(cache, 'vitest.json')}`,
    ],
    env: { VITEST_UNHANDLED_ERRORS: unhandledErrors },
    report: join(cache, 'vitest.json'),
    timeoutMs: 30 * minuteMs,
    count: (/** @type {VitestReport} */ report) => {
      const names = report.testResults.flatMap((file) => {
        const broken = file.assertionResults.filter((test) => test.status === 'failed')
        const name = relative(root, file.name)
        if (broken.length > 0) return broken.map((test) => withReason(`${name} › ${test.fullName}`, test.failureMessages[0]))
        return file.status === 'failed' ? [withReason(name, file.message)] : []
      })
      return { passed: report.numPassedTests, failed: names.length, failures: names }
    },
  })
  const errors = existsSync(unhandledErrors) ? readFileSync(unhandledErrors, 'utf8').trim().split('\n') : []
  return { ...counts, failures: [...(counts.failures ?? []), ...errors.map((line) => `outside of tests: ${line}`)] }
}

/** @typedef {{ results: { errors: { message?: string }[] }[] }} PlaywrightTest */
/** @typedef {{ specs: { title: string, file: string, ok: boolean, tests: PlaywrightTest[] }[], suites?: PlaywrightSuite[] }} PlaywrightSuite */
/** @typedef {{ stats: { expected: number, unexpected: number, flaky: number }, errors: unknown[], suites: PlaywrightSuite[] }} PlaywrightReport */

/** @param {PlaywrightSuite} suite @returns {string[]} */
const failedSpecs = ({ specs, suites = [] }) => [
  ...specs
    .filter(({ ok }) => !ok)
    .map(({ file, title, tests }) => withReason(`e2e/${file} › ${title}`, tests[0]?.results.at(-1)?.errors[0]?.message)),
  ...suites.flatMap(failedSpecs),
]

/** Browser tests. */
async function playwright() {
  const chromium = await ensureChromium()
  say(`Using the browser ${chromium}`)
  return testProgram({
    script: '@playwright/test/cli.js',
    args: ['test', '--reporter=list,json,./e2e/support/context-reporter.ts'],
    env: { PLAYWRIGHT_JSON_OUTPUT_NAME: join(cache, 'playwright.json') },
    report: join(cache, 'playwright.json'),
    timeoutMs: 55 * minuteMs,
    count: (/** @type {PlaywrightReport} */ { stats, errors, suites }) => ({
      passed: stats.expected + stats.flaky,
      failed: stats.unexpected + errors.length,
      failures: suites.flatMap(failedSpecs),
    }),
  })
}

/** @type {import('./check.mjs').Check} */
const buildCheck = {
  name: 'console build',
  work: async () => {
    await ensureBuilt()
    return { ok: true, output: '' }
  },
}

let sweep = async () => {}
try {
  await ensureInstalled('test')
  await ensureMessages('test')
  mkdirSync(cache, { recursive: true })
  sweep = makeTestFolder()
  const offered = offerSimpleSamlPhp()
    .catch((/** @type {unknown} */ error) => say(`No SimpleSAMLphp: ${error}`))
    .then(offerBalancers)
    .catch((/** @type {unknown} */ error) => say(`No HAProxy and PgBouncer: ${error}`))
  await part('Checks and console build', () => makeSourceChecks([buildCheck]))
  await part('First load', () => makeChecks([ownCheck('size of the first load', firstLoad)]))
  await part('Program of the release before', () => makeChecks([ownCheck('release before on the schema of now', previousRelease)]))
  await offered
  await part('Unit, API and component tests', vitest)
  await part('Browser tests', playwright)
} catch (error) {
  failed++
  process.stderr.write(`\n${error instanceof Error ? error.message : error}\n`)
}
await sweep()
process.exitCode = failed ? 1 : 0
for (const name of failures) console.log(`FAILED  ${name}`)
console.log(`${passed} passed, ${failed} failed`)
