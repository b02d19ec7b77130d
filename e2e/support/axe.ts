import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/** Holds what is shown now against axe's rules, in light and in dark. */
export async function expectNoViolations(page: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    // What is still fading would be measured at half its contrast.
    await page.evaluate(() => Promise.all(document.getAnimations().map((animation) => animation.finished.catch(() => undefined))))
    const { violations } = await new AxeBuilder({ page }).analyze()
    expect(violations.map(({ id, nodes }) => `${colorScheme}: ${id}: ${nodes.map((node) => node.html).join(' | ')}`)).toEqual([])
  }
}
