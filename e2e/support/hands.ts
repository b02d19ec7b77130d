import { expect, type Locator, type Page } from '@playwright/test'

/** How a test uses the page: with a mouse, or by keyboard alone. */
export interface Hands {
  press(target: Locator): Promise<void>
  /** An entry of the open menu. */
  pick(target: Locator): Promise<void>
  type(target: Locator, text: string): Promise<void>
  /** Checks or unchecks a checkbox. */
  check(target: Locator, checked: boolean): Promise<void>
  /** An option of the list that the field opens on typing. */
  choose(field: Locator, text: string, option: Locator): Promise<void>
}

export const mouse = (): Hands => ({
  press: (target) => target.click(),
  pick: (target) => target.click(),
  type: (target, text) => target.fill(text),
  check: (target, checked) => target.setChecked(checked),
  async choose(field, text, option) {
    await field.fill(text)
    await option.click()
  },
})

/** Keyboard only: anything that Tab can't reach fails. */
export function keyboard(page: Page): Hands {
  const most = 150
  const isFocused = (target: Locator) => target.evaluate((element) => element === document.activeElement)

  async function reach(target: Locator, key = 'Tab'): Promise<void> {
    await expect(target).toBeVisible()
    for (let presses = 0; presses < most; presses++) {
      if (await isFocused(target)) return
      await page.keyboard.press(key)
    }
    throw new Error(`not reached by ${most} presses of ${key}: ${target}`)
  }

  return {
    async press(target) {
      await reach(target)
      await page.keyboard.press('Enter')
    },
    async pick(target) {
      await reach(target, 'ArrowDown')
      await page.keyboard.press('Enter')
    },
    async type(target, text) {
      await reach(target)
      await page.keyboard.press('ControlOrMeta+a')
      await page.keyboard.type(text)
    },
    async check(target, checked) {
      if ((await target.isChecked()) === checked) return
      await reach(target)
      await page.keyboard.press('Space')
      await expect(target).toBeChecked({ checked })
    },
    async choose(field, text, option) {
      await reach(field)
      await page.keyboard.type(text)
      await expect(option).toBeVisible()
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('Enter')
    },
  }
}
