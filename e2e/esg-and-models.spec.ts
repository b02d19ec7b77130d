import { expect, test, type Page } from '@playwright/test'
import { expectNoViolations } from './support/axe.ts'
import { activeUser, enter } from './support/people.ts'
import { asAdministrator, unique } from './support/screens.ts'
import { at } from './support/server.ts'

const esg = '/home/esg-score-customization'
const models = '/home/open-model-engine/nasdaq'
const weight = (page: Page, name: string) => page.getByRole('spinbutton', { name: `Weight of ${name}, in percent` })
const model = (page: Page, name: string) => page.getByRole('listitem', { name })

test('weights are customized, always sum to 100 %, and are restored', async ({ page }) => {
  await asAdministrator(page, esg, 'ESG Score Customization')
  await expect(weight(page, 'Environmental')).toHaveValue('45')
  await page.getByRole('button', { name: 'Lock Governance' }).click()
  await weight(page, 'Environmental').fill('55')
  await expect(weight(page, 'Social')).toHaveValue('20')
  await expect(weight(page, 'Governance')).toBeDisabled()
  // Capped at what is free.
  await weight(page, 'Environmental').fill('99')
  await expect(weight(page, 'Environmental')).toHaveValue('75')
  await expect(weight(page, 'Social')).toHaveValue('0')
  await weight(page, 'Environmental').fill('60')
  await page.getByRole('slider', { name: /Carbon intensity/ }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(weight(page, 'Carbon intensity')).toHaveValue('31')
  await expect(page.getByText('changed by').first()).toBeVisible()
  await expectNoViolations(page)
  await page.getByLabel('Reason for change').fill('Closer to our exposure')
  await page.getByRole('button', { name: 'Save weights' }).click()
  await expect(page.getByText('ESG weights saved.')).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: 'Closer to our exposure' })).toContainText('Current')
  await page.reload()
  await expect(weight(page, 'Environmental')).toHaveValue('60')

  await page.getByRole('button', { name: 'Restore defaults' }).click()
  await page.getByRole('dialog', { name: 'Restore defaults?' }).getByRole('button', { name: 'Restore', exact: true }).click()
  await expect(page.getByText('ESG weights restored.')).toBeVisible()
  await expect(weight(page, 'Environmental')).toHaveValue('45')
})

test('terms are read and accepted, the model is enabled, limited and disabled', async ({ page }) => {
  await asAdministrator(page, models, 'Open Model Engine: Nasdaq')
  const name = 'Japan Typhoon and Surge'
  await page.getByRole('searchbox', { name: 'Search models' }).fill('kaiho typhoon')
  await expect(page.getByRole('listitem', { name: 'European Hail' })).toHaveCount(0)
  await expect(model(page, name)).toContainText('Terms not accepted yet.')
  await model(page, name)
    .getByRole('button', { name: `Enable ${name}` })
    .click()
  const terms = page.getByRole('dialog', { name: `Terms of ${name}` })
  await expect(terms.getByText(/Results are estimates/)).toBeVisible()
  await expectNoViolations(page)
  await terms.getByRole('button', { name: 'Accept and enable' }).click()
  await expect(page.getByText(`${name} enabled.`)).toBeVisible()
  await expect(model(page, name)).toContainText('Enabled')
  await model(page, name).getByLabel('Concurrent analyses').selectOption('5')
  await expect(page.getByText(`${name} updated.`)).toBeVisible()
  await page.reload()
  await expect(model(page, name).getByLabel('Concurrent analyses')).toHaveValue('5')
  await expectNoViolations(page)
  await model(page, name)
    .getByRole('button', { name: `Disable ${name}` })
    .click()
  await page.getByRole('button', { name: 'Disable model' }).click()
  await expect(page.getByText(`${name} disabled.`)).toBeVisible()
})

test('both pages redirect users without permission to /401', async ({ page }) => {
  await enter(page, await activeUser(unique('Nobody')))
  await page.goto(at(models))
  await page.waitForURL('**/401**')
})
