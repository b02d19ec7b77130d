import { expect, type Frame, type Page } from '@playwright/test'
import axeCore from 'axe-core'

/** Holds what is shown now against axe's rules, in light and in dark. */
export async function expectNoViolations(page: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await expectNoViolationsNow(page, colorScheme)
  }
}

/** Holds what is shown now against axe's rules, as it is coloured now. `what` is named where it fails. */
export async function expectNoViolationsNow(page: Page, what = 'now'): Promise<void> {
  // Before its first page is there, a window is empty.
  await expect(page.locator('h1, [role="dialog"] h2').first()).toBeAttached()
  // Rows of the question before are dimmed until the answer to the new one is there.
  await expect(page.locator('table[aria-busy=true]')).toHaveCount(0)
  // What is still fading would be measured at half its contrast. Waiting for it would take for ever where the browser
  // holds an animation back, as it does for what is out of sight. A colour that is inherited begins to fade when the one it
  // comes from has: level by level, a frame for each.
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
  expect((await violationsOf(page)).map(({ id, nodes }) => `${what}: ${id}: ${nodes.join(' | ')}`)).toEqual([])
}

interface Violation {
  id: string
  /** The markup of each element. */
  nodes: string[]
}

/**
 * Runs axe in the page. Its library for Playwright brings axe into the page anew for each question and opens a second page for the
 * answer, which takes several times as long; nothing here has frames of other origins, for which that is made.
 */
async function violationsOf(page: Page): Promise<Violation[]> {
  for (const frame of page.frames()) await bringAxe(frame)
  return page.evaluate(async () => {
    // `bringAxe` has put it there.
    const { axe } = window as unknown as { axe: typeof axeCore }
    const { violations } = await axe.run(document, { resultTypes: ['violations'] })
    return violations.map(({ id, nodes }) => ({ id, nodes: nodes.map((node) => node.html) }))
  })
}

/** axe asks each frame for its part. */
async function bringAxe(frame: Frame): Promise<void> {
  if (!(await frame.evaluate(() => 'axe' in window))) await frame.evaluate(axeCore.source)
}
