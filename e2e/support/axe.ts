import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/** Holds what is shown now against axe's rules, in light and in dark. */
export async function expectNoViolations(page: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await expectNoViolationsNow(page, colorScheme)
  }
}

/** Holds what is shown now against axe's rules, as it is coloured now. `what` is named where it fails. */
export async function expectNoViolationsNow(page: Page, what = 'now'): Promise<void> {
  // What is still fading would be measured at half its contrast. Waiting for it would take for ever where the browser
  // holds an animation back, as it does for what is out of sight.
  await page.evaluate(() => {
    for (const animation of document.getAnimations()) if (animation.effect?.getComputedTiming().endTime !== Infinity) animation.finish()
    return new Promise(requestAnimationFrame)
  })
  const { violations } = await new AxeBuilder({ page }).options({ resultTypes: ['violations'] }).analyze()
  expect(violations.map(({ id, nodes }) => `${what}: ${id}: ${nodes.map((node) => node.html).join(' | ')}`)).toEqual([])
}
