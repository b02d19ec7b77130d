import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, type Frame, type Page } from '@playwright/test'
import type axeCore from 'axe-core'

/** Half as long as the package's main file, which each page that is checked would parse. */
const axeSource = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

/** The rules that look at colors. */
const colorRules = ['color-contrast', 'link-in-text-block']

/** Checks the current page with axe, in light and in dark, where only the colors differ. */
export async function expectNoViolations(page: Page): Promise<void> {
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  await expectNoViolationsNow(page, 'light')
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
  await expectNoViolationsNow(page, 'dark', colorRules)
}

/** Checks the current page with axe, in its current colors, by all rules or these. `what` is named on failure. */
export async function expectNoViolationsNow(page: Page, what = 'now', rules?: readonly string[]): Promise<void> {
  // A window is empty before its first page is there.
  await expect(page.locator('h1, [role="dialog"] h2').first()).toBeAttached()
  // Rows are dimmed while a new query loads.
  await expect(page.locator('table[aria-busy=true]')).toHaveCount(0)
  // Text that is still fading in would be measured at half its contrast. Waiting for the animations would take forever if the
  // browser pauses one, as it does off screen. An inherited color starts to fade when its parent's does: level by level, one
  // frame for each.
  await page.evaluate(async () => {
    const fading = () =>
      document
        .getAnimations()
        .filter(({ effect, playState }) => playState !== 'finished' && effect?.getComputedTiming().endTime !== Infinity)
    for (let frames = 0, left = fading(); frames === 0 || (left.length > 0 && frames < 100); frames++, left = fading()) {
      for (const animation of left) animation.finish()
      await new Promise(requestAnimationFrame)
    }
  })
  expect((await violationsOf(page, rules)).map(({ id, nodes }) => `${what}: ${id}: ${nodes.join(' | ')}`)).toEqual([])
}

interface Violation {
  id: string
  /** The markup of each element. */
  nodes: string[]
}

/**
 * Runs axe in the page. Its Playwright library injects axe again for each check and opens a second page for the result, which
 * takes several times as long. That is meant for frames from other origins, which we don't have.
 */
async function violationsOf(page: Page, rules?: readonly string[]): Promise<Violation[]> {
  for (const frame of page.frames()) await bringAxe(frame)
  return page.evaluate(async (only) => {
    // Injected by `bringAxe`.
    const { axe } = window as unknown as { axe: typeof axeCore }
    const { violations } = await axe.run(document, {
      resultTypes: ['violations'],
      ...(only ? { runOnly: { type: 'rule', values: [...only] } } : {}),
    })
    return violations.map(({ id, nodes }) => ({ id, nodes: nodes.map((node) => node.html) }))
  }, rules)
}

/** axe runs in each frame. */
async function bringAxe(frame: Frame): Promise<void> {
  if (!(await frame.evaluate(() => 'axe' in window))) await frame.evaluate(axeSource)
}
