import { expect, test } from '@playwright/test'
import { demoCredentials } from './support/demo.ts'
import { signIn } from './support/people.ts'

test('the launchpad shows applications, then the pages of the console, recent ones first', async ({ page }) => {
  await signIn(page, demoCredentials())
  await expect(page.getByRole('heading', { level: 1, name: /^Hello/ })).toBeVisible()
  const applications = page.getByRole('region', { name: 'Applications' })
  const tile = applications.getByRole('link', { name: /^Risk Modeler/ })
  await expect(tile).toContainText('Model the loss of portfolios and accounts')
  // The demo has addresses for its applications.
  await expect(tile).toHaveAttribute('href', /\/demo\/applications\/rlax$/)

  const pages = page.getByRole('region', { name: 'Console' }).getByRole('listitem')
  const last = await pages.last().getByRole('link').getAttribute('href')
  // By its URL: which page is last can change while data loads.
  await pages.locator(`a[href="${last}"]`).click()
  await expect(page).toHaveURL(new RegExp(`${last}`))
  // A page counts as opened once it is shown, which is after the URL changes.
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText(/^Hello/)
  await page.getByRole('link', { name: 'Launchpad' }).first().click()
  await expect(pages.first().getByRole('link')).toHaveAttribute('href', last ?? '')
  await expect(pages.first()).toContainText('opened recently')
})
