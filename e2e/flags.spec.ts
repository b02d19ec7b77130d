import { expect, test, type Page } from '@playwright/test'
import { expectNoViolations } from './support/axe.ts'
import { demoCredentials } from './support/demo.ts'
import { steward } from './support/operator.ts'
import { activeUser, signIn, type Person } from './support/people.ts'
import { asAdministrator, buildUser, groupIdOf, unique } from './support/screens.ts'
import { at } from './support/server.ts'

/** Turns features on and off with the operator's real command, next to the running server. */

const forUser = ({ tenantName, username }: Person) => ['--tenant', tenantName, '--user', username]

/** Marks the page, to detect a reload from here on. */
async function stays(page: Page): Promise<() => Promise<void>> {
  await page.evaluate(() => document.documentElement.setAttribute('data-test', 'the same page'))
  return () => expect(page.locator('html')).toHaveAttribute('data-test', 'the same page')
}

test('a page appears and disappears with its flag, without a reload', async ({ page }) => {
  test.slow()
  const person = await activeUser(unique('Flagged'), [await groupIdOf('admin')])
  await signIn(page, person)
  await page.waitForURL('**/launchpad')
  const entry = page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'Roles' })
  await expect(entry).toBeVisible()
  const isSame = await stays(page)
  await steward(['flag', 'set', 'CustomRoles', 'off', ...forUser(person)])
  await expect(entry).toBeHidden({ timeout: 2_000 })
  await steward(['flag', 'unset', 'CustomRoles', ...forUser(person)])
  await expect(entry).toBeVisible({ timeout: 2_000 })
  // Users on the page are redirected when it disappears.
  await entry.click()
  await expect(page.getByRole('heading', { level: 1, name: 'Roles' })).toBeVisible()
  await steward(['flag', 'set', 'CustomRoles', 'off', ...forUser(person)])
  await page.waitForURL('**/401**')
  await isSame()
})

test('a launchpad tile appears and disappears with its flag, evaluated by OpenFeature', async ({ page }) => {
  test.slow()
  const person = { ...demoCredentials() }
  const evaluated = page.waitForResponse(/\/ofrep\/v1\/evaluate\/flags$/)
  await signIn(page, person)
  await page.waitForURL('**/launchpad')
  const answer = await evaluated
  expect(answer.status()).toBe(200)
  const { flags } = (await answer.json()) as { flags: { key: string; value: boolean }[] }
  expect(flags.find(({ key }) => key === 'CyberLaunchpadTile')?.value).toBe(false)

  const tile = page.getByRole('region', { name: 'Applications' }).getByRole('listitem').filter({ hasText: 'Cyber' })
  await expect(tile).toBeHidden()
  const isSame = await stays(page)
  await steward(['flag', 'set', 'CyberLaunchpadTile', 'on', ...forUser(person)])
  await expect(tile).toBeVisible({ timeout: 2_000 })
  await expectNoViolations(page)
  await steward(['flag', 'unset', 'CyberLaunchpadTile', ...forUser(person)])
  await expect(tile).toBeHidden({ timeout: 2_000 })
  await isSame()
})

test('the access page names the command that would turn a feature on', async ({ page }) => {
  const user = await buildUser(unique('Curious'))
  const { tenantName } = demoCredentials()
  await steward(['flag', 'set', 'AuditLog', 'off', '--tenant', tenantName, '--user', user.username])
  await asAdministrator(page, `/home/user-administration/access?user=${user.userId}&ask=FeatureFlags.AuditLog`, 'Access')
  await expect(page.getByText(`No, this feature is off for ${user.givenName} Tester.`)).toBeVisible()
  await expect(page.getByText('Ask your operator to turn the feature AuditLog on:')).toBeVisible()
  const command = `steward flag set AuditLog on --tenant ${tenantName} --user ${user.username}`
  await expect(page.getByText(command)).toBeVisible()
  await expect(page.getByText('Off, set for this user')).toBeVisible()
  await expectNoViolations(page)
  await steward(command.split(' ').slice(1))
  await expect(page.getByText(`Yes, this feature is on for ${user.givenName} Tester.`)).toBeVisible()
  await page.goto(at('/home/launchpad'))
})
