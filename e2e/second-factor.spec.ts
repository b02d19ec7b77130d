import { expect, test, type Page } from '@playwright/test'
import { listGroups } from '@steward/contract/groups/endpoints'
import { createUser } from '@steward/contract/users/endpoints'
import { codeOf, virtualDevice } from './support/authenticator.ts'
import { expectNoViolations } from './support/axe.ts'
import { steward } from './support/operator.ts'
import { callAs, enterPassword, followInvitation, type Person, signIn } from './support/people.ts'
import { unique } from './support/screens.ts'
import { at } from './support/server.ts'

/** Second factors, passkeys and confirmations, in a tenant of their own: its settings would ask everyone else, too. */

test.describe.configure({ mode: 'serial' })

const tenantName = unique('two-step-')
const email = `ada@${tenantName}.example`
let ada: Person
let ben: Person
let codesOfAda: string[] = []

test.beforeAll(async () => {
  await steward(['tenant', 'create', tenantName, '--display-name', 'Two Step Re', '--admin-email', email])
  ada = await followInvitation(email)
  const call = await callAs(ada)
  const { data } = await call(listGroups, { query: { search: 'admin' } })
  const groupIds = data.items.filter(({ groupName }) => groupName === 'admin').map(({ groupId }) => groupId)
  const username = `ben@${tenantName}.example`
  await call(createUser, { body: { givenName: 'Ben', familyName: 'Ostrom', email: username, groupIds } })
  ben = await followInvitation(username)
})

const settingsOf = (page: Page) => page.getByRole('dialog', { name: 'User settings' })
const userMenu = (page: Page) => page.getByRole('button', { name: /account and settings/ })

async function signOut(page: Page): Promise<void> {
  await userMenu(page).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(page.getByText('You have signed out.')).toBeVisible()
}

const verify = (page: Page) => page.getByRole('heading', { name: 'Verify it’s you' })

/** Follows the setup of an authenticator app; returns its secret and the recovery codes. */
async function setUpApp(page: Page): Promise<{ secret: string; codes: string[] }> {
  await expect(page.getByRole('img', { name: 'QR code for the authenticator app' })).toBeVisible()
  const secret = await page
    .locator('p', { has: page.getByRole('button', { name: 'Copy key' }) })
    .locator('> :first-child')
    .innerText()
  await page.getByLabel('Authenticator code').fill(codeOf(secret))
  await page.getByRole('button', { name: 'Finish setup' }).click()
  const codes = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
  await expect(codes).toHaveCount(10)
  return { secret, codes: await codes.allInnerTexts() }
}

async function useRecoveryCode(page: Page, code = ''): Promise<void> {
  await page.getByRole('button', { name: 'Use a recovery code' }).click()
  await page.getByLabel('Recovery code').fill(code.toLowerCase())
  await page.keyboard.press('Enter')
  await expect(userMenu(page)).toBeVisible()
}

test('an app and a passkey are set up, and each signs in; a sensitive change asks again and keeps what was typed', async ({
  page,
  browser,
}) => {
  test.slow()
  // A test cannot choose among the suggestions of a field.
  await page.addInitScript(() => {
    PublicKeyCredential.isConditionalMediationAvailable = async () => false
  })
  const device = await virtualDevice(page)
  await signIn(page, ada)
  await expect(userMenu(page)).toBeVisible()
  await page.goto(at('/home/launchpad#user-settings'))
  const settings = settingsOf(page)
  await settings.getByRole('button', { name: 'Set up authenticator app' }).click()
  const { secret, codes } = await setUpApp(page)
  codesOfAda = codes
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download' }).click()
  expect((await download).suggestedFilename()).toBe(`steward-recovery-codes-${email}.txt`)
  await expectNoViolations(page)
  await page.getByRole('button', { name: 'I saved the codes' }).click()
  await device.answers(true)
  await settings.getByRole('button', { name: 'Add a passkey' }).click()
  await expect(page.getByText('The passkey was added.')).toBeVisible()
  await device.answers(false)
  await expect(settings.getByRole('list', { name: 'Second factors' }).getByRole('listitem')).toHaveCount(2)
  await expectNoViolations(page)
  await page.keyboard.press('Escape')

  // After the password the passkey comes first; the code is another way.
  await signOut(page)
  await enterPassword(page, ada)
  await expect(verify(page)).toBeVisible()
  await expectNoViolations(page)
  await page.getByRole('button', { name: 'Use an authenticator app' }).click()
  const code = page.getByLabel('Authenticator code')
  await expect(code).toBeFocused()
  await code.fill('000 000')
  await page.keyboard.press('Enter')
  await expect(page.getByText('This code isn’t correct. Enter the current code.')).toBeVisible()
  await page.getByRole('checkbox', { name: /Don’t ask again/ }).click()
  const next = codeOf(secret, 1)
  await code.fill(`${next.slice(0, 3)} ${next.slice(3)}`)
  await page.keyboard.press('Enter')
  await expect(userMenu(page)).toBeVisible()

  // A browser that is remembered is not asked, but has confirmed nothing: a sensitive change asks.
  await signOut(page)
  await enterPassword(page, ada)
  await expect(userMenu(page)).toBeVisible()
  const dialog = page.getByRole('dialog', { name: 'Verify it’s you' })
  await page.goto(at('/home/launchpad#user-settings'))
  await settings.getByRole('button', { name: 'Create new codes' }).click()
  await expect(dialog.getByRole('button', { name: 'Continue with passkey' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(settings.getByText('10 of 10 recovery codes left.')).toBeVisible()
  await page.goto(at('/home/configurations/tenant-settings'))
  await page.getByRole('radio', { name: 'Administrators' }).click()
  await expect(page.getByText('1 person has to set up a second factor:')).toBeVisible()
  await expect(page.getByText('Ben Ostrom')).toBeVisible()
  const grace = page.getByLabel('Grace period')
  await grace.fill('7')
  const save = page.getByRole('button', { name: 'Save settings' })
  await save.click()
  await expect(dialog).toBeVisible()
  await expectNoViolations(page)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(grace).toHaveValue('7')
  await save.click()
  await device.answers(true)
  await Promise.all([page.waitForEvent('load'), dialog.getByRole('button', { name: 'Continue with passkey' }).click()])
  await expect(grace).toHaveValue('7')
  await device.answers(false)

  // Until the days are over, the other administrator is let in and reminded.
  const other = await (await browser.newContext()).newPage()
  await signIn(other, ben)
  await expect(other.getByText(/Your company requires a second factor from /)).toBeVisible()
  await expectNoViolations(other)
  await other.getByRole('button', { name: 'Set up now' }).click()
  await expect(settingsOf(other).getByRole('button', { name: 'Set up authenticator app' })).toBeVisible()
  await other.context().close()
  await grace.fill('0')
  await Promise.all([page.waitForEvent('load'), save.click()])
  await expect(grace).toHaveValue('0')

  // The passkey alone, without a name.
  await signOut(page)
  await page.goto(at('/home/login'))
  await device.answers(true)
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await expect(userMenu(page)).toBeVisible()
})

test('the policy leads another administrator through the setup; recovery code, then reset', async ({ page, browser }) => {
  await signIn(page, ben)
  await expect(page.getByRole('heading', { name: 'Set up a second factor' })).toBeVisible()
  await expectNoViolations(page)
  await page.getByRole('button', { name: 'Set up authenticator app' }).click()
  const { codes } = await setUpApp(page)
  await page.getByRole('button', { name: 'I saved the codes' }).click()
  await expect(userMenu(page)).toBeVisible()
  await signOut(page)
  await enterPassword(page, ben)
  await useRecoveryCode(page, codes[0])

  await page.goto(at('/home/launchpad#user-settings'))
  await expect(page.getByText('9 of 10 recovery codes left.')).toBeVisible()

  // Ben lost the rest: another administrator resets it, which ends the session.
  await steward(['tenant', 'reset-settings', tenantName])
  const window = await (await browser.newContext()).newPage()
  await signIn(window, ada)
  await useRecoveryCode(window, codesOfAda[0])
  await window.goto(at('/home/user-administration/users?q=ben'))
  await window.getByRole('link', { name: 'Ben Ostrom' }).click()
  await window.getByRole('link', { name: 'Sessions' }).click()
  await window.getByRole('button', { name: 'Reset second factor' }).click()
  await window.getByLabel('Reason').fill('Lost the phone; called back')
  await window.getByRole('dialog').getByRole('button', { name: 'Reset second factor' }).click()
  await expect(window.getByText('The second factor of Ben Ostrom was reset.')).toBeVisible()
  await expectNoViolations(window)
  await expect(page.getByText('Your session was ended. Sign in to continue.')).toBeVisible()
  await window.context().close()
})
