import { readFileSync } from 'node:fs'
import type { Reporter, TestCase, TestResult } from '@playwright/test/reporter'

/** How much of a page is printed; its dialogs come last, and a menu first. */
const mostLines = 120

/**
 * Prints the accessibility tree of the page when a test failed. Playwright keeps it in a file, which is lost if only
 * the output of a run is kept.
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
