import { expect, test, type Locator } from '@playwright/test'
import { asAdministrator } from './support/screens.ts'

/** With forced colors, such as contrast themes of Windows, the system paints all backgrounds, borders and shadows alike. */
test.use({ contextOptions: { forcedColors: 'active' } })

const style = (part: Locator, name: 'backgroundColor' | 'borderBottomColor' | 'outlineStyle' | 'outlineColor') =>
  part.evaluate((element, property) => getComputedStyle(element)[property], name)

test('switches, options and tabs show what is chosen', async ({ page }) => {
  await asAdministrator(page, '/home/configurations/tenant-settings', 'Tenant Settings')
  const on = page.getByRole('switch', { checked: true }).first()
  const off = page.getByRole('switch', { checked: false }).first()
  expect(await style(on, 'backgroundColor')).not.toBe(await style(off, 'backgroundColor'))
  for (const one of [on, off]) expect(await style(one.locator('> *'), 'backgroundColor')).not.toBe(await style(one, 'backgroundColor'))
  const chosen = page.getByRole('radio', { checked: true }).first()
  expect(await style(chosen, 'backgroundColor')).not.toBe(
    await style(page.getByRole('radio', { checked: false }).first(), 'backgroundColor'),
  )
  expect(await style(chosen.locator('> *').first(), 'backgroundColor')).not.toBe(await style(chosen, 'backgroundColor'))

  await asAdministrator(page, '/home/user-administration/access', 'Access')
  const tabs = page.getByRole('main').getByRole('navigation').getByRole('link')
  const borders = await Promise.all((await tabs.all()).map((tab) => style(tab, 'borderBottomColor')))
  expect(borders.length).toBe(4)
  expect(new Set(borders.slice(1)).size).toBe(1)
  expect(borders[0]).not.toBe(borders[1])
})

test('the highlighted choice of a menu and the current page have an outline', async ({ page }) => {
  await asAdministrator(page, '/home/user-administration/users', 'Users')
  const outline = async (part: Locator) => [await style(part, 'outlineStyle'), await style(part, 'outlineColor')]
  await page.getByRole('button', { name: 'Views' }).click()
  await page.getByRole('menu').press('ArrowDown')
  const [line, color] = await outline(page.locator('[role^=menuitem][data-highlighted]'))
  expect(line).toBe('solid')
  expect(color).not.toContain(', 0)')
  await page.keyboard.press('Escape')
  expect((await outline(page.getByRole('link', { name: 'Users', exact: true }).first()))[0]).toBe('solid')
})

test('meters and parts of a whole keep their colors', async ({ page }) => {
  await asAdministrator(page, '/home/launchpad', 'Ada')
  const dots = page.getByRole('region', { name: 'People' }).getByRole('listitem').locator('[aria-hidden]')
  await expect(dots).toHaveCount(4)
  const colors = await Promise.all((await dots.all()).map((dot) => style(dot, 'backgroundColor')))
  expect(new Set(colors).size).toBe(4)
  await asAdministrator(page, '/home/company/company-licenses?view=timeline', 'Licenses')
  const bar = page.getByRole('figure', { name: 'Licenses over time' }).locator('[style*=inline-size]').first()
  expect(await style(bar, 'backgroundColor')).not.toBe(await style(page.locator('body'), 'backgroundColor'))
  await asAdministrator(page, '/home/company/company-licenses/quotas', 'Licenses')
  const meter = page.getByRole('meter').first()
  expect(await style(meter.locator('> *').last(), 'backgroundColor')).not.toBe(await style(meter, 'backgroundColor'))
})
