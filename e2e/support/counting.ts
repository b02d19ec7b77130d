import { expect, type Locator, type Page } from '@playwright/test'

/** What one way through a job took, besides what was typed into fields. */
export interface Effort {
  clicks: number
  keys: number
  seconds: number
}

/** Uses a page and counts clicks and keys. What is typed into a field does not count. */
export function countingHands(page: Page) {
  const effort: Effort = { clicks: 0, keys: 0, seconds: 0 }
  const started = Date.now()
  return {
    async click(target: Locator): Promise<void> {
      await target.click()
      effort.clicks++
    },
    /** Presses keys, one after the other. */
    async press(...keys: string[]): Promise<void> {
      for (const key of keys) await page.keyboard.press(key)
      effort.keys += keys.length
    },
    /** Presses a key until the target has the focus. */
    async pressUntil(target: Locator, key = 'Tab'): Promise<void> {
      await expect(target).toBeVisible()
      for (let presses = 0; presses < 20; presses++) {
        if (await target.evaluate((element) => element === document.activeElement)) return
        await page.keyboard.press(key)
        effort.keys++
      }
      throw new Error(`not reached by 20 presses of ${key}: ${target}`)
    },
    /** Types where the focus is; the target must have it. */
    async type(target: Locator, text: string): Promise<void> {
      await expect(target).toBeFocused()
      await page.keyboard.insertText(text)
    },
    /** Pastes into a field; counts as typing. */
    async paste(target: Locator, text: string): Promise<void> {
      await expect(target).toBeFocused()
      await target.evaluate((element, pasted) => {
        const clipboardData = new DataTransfer()
        clipboardData.setData('text/plain', pasted)
        element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
      }, text)
    },
    /** Opens a list of the browser and takes an entry: two clicks. */
    async select(target: Locator, value: string): Promise<void> {
      await target.selectOption(value)
      effort.clicks += 2
    },
    effort: (): Effort => ({ ...effort, seconds: (Date.now() - started) / 1000 }),
  }
}
export type CountingHands = ReturnType<typeof countingHands>
