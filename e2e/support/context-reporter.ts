import { readFileSync } from 'node:fs'
import type { Reporter, TestCase, TestResult } from '@playwright/test/reporter'

/** So much of a page is printed; its dialogs come last, and a menu first. */
const mostLines = 120

/**
 * Prints what a page showed when its test failed, as assistive technology reads it. Playwright keeps that in a file, which is gone
 * where only the output of a run is kept.
 */
export default class ContextReporter implements Reporter {
  onTestEnd(test: TestCase, result: TestResult): void {
    for (const { name, path } of result.attachments) {
      if (name !== 'error-context' || path === undefined) continue
      const [, snapshot] = /^```yaml\n(.*?)\n```$/ms.exec(readFileSync(path, 'utf8')) ?? []
      if (snapshot === undefined) continue
      const lines = snapshot.split('\n')
      const left = lines.length - mostLines
      process.stdout.write(
        `\nWhat was shown when "${test.title}" failed:\n${lines.slice(0, mostLines).join('\n')}\n${left > 0 ? `… and ${left} more lines\n` : ''}`,
      )
    }
  }
  printsToStdio(): boolean {
    return false
  }
}
