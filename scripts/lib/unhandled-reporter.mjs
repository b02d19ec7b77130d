import { appendFileSync } from 'node:fs'

/**
 * A reporter of Vitest: writes errors outside of tests, which fail a run without a failed test, to the file
 * `VITEST_UNHANDLED_ERRORS`, one JSON text a line. Vitest's JSON report doesn't have them.
 */
export default class UnhandledReporter {
  /**
   * @param {readonly unknown[]} _modules
   * @param {readonly { name?: string, message?: string, stack?: string, type?: string, VITEST_TEST_PATH?: string, VITEST_TEST_NAME?: string }[]} errors
   */
  onTestRunEnd(_modules, errors) {
    const file = process.env['VITEST_UNHANDLED_ERRORS']
    if (file === undefined) return
    for (const { name, message, stack, VITEST_TEST_PATH: path, VITEST_TEST_NAME: test } of errors)
      appendFileSync(file, `${JSON.stringify({ name, message, stack: stack?.split('\n').slice(0, 6), path, test })}\n`)
  }
}
