import { expect, test, type Page } from '@playwright/test'
import { listOwnFactors, removeFactor } from '@steward/contract/session/factors'
import { listSystemLog } from '@steward/contract/system-log/endpoints'
import { virtualDevice } from './support/authenticator.ts'
import { expectNoViolations } from './support/axe.ts'
import { steward } from './support/operator.ts'
import { callAs, followInvitation, type Person, signIn } from './support/people.ts'
import { unique } from './support/screens.ts'
import { at } from './support/server.ts'

/** Signing in with a passkey alone, and passkeys that are refused. */

let page: Page
let device: Awaited<ReturnType<typeof virtualDevice>>
let call: Awaited<ReturnType<typeof callAs>>

const userMenu = () => page.getByRole('button', { name: /account and settings/ })
const withPasskey = () => page.getByRole('button', { name: 'Sign in with a passkey' })
const refused = () => page.getByText('This passkey couldn’t be verified. Try again or use another way to sign in.')

/** As long as passkeys are suggested, the device answers before the button is pressed. */
async function openWithoutSuggestions(): Promise<void> {
  await page.addInitScript(() => {
    PublicKeyCredential.isConditionalMediationAvailable = async () => false
  })
  // An answer that was still coming when the last page was left can have set one.
  await page.context().clearCookies()
  await page.goto(at('/home/login'))
}

/** Ends the session of the page without the sign-in page, where a passkey would be suggested. */
async function leave(): Promise<void> {
  await page.goto('about:blank')
  await page.context().clearCookies()
}

const kindsInLog = async (): Promise<string[]> => (await call(listSystemLog, { query: {} })).data.items.map(({ kind }) => kind)

test.beforeAll(async ({ browser }) => {
  const tenantName = unique('passkeys-')
  const email = `ada@${tenantName}.example`
  await steward(['tenant', 'create', tenantName, '--display-name', 'Passkeys Re', '--admin-email', email])
  const ada: Person = await followInvitation(email)
  // Afterwards a password alone gives no session.
  call = await callAs(ada)
  page = await (await browser.newContext()).newPage()
  device = await virtualDevice(page)
  await signIn(page, ada)
  await expect(userMenu()).toBeVisible()
  await page.goto(at('/home/launchpad#user-settings'))
  await device.answers(true)
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await expect(page.getByRole('heading', { name: 'Recovery codes' })).toBeVisible()
  await page.getByRole('button', { name: 'I saved the codes' }).click()
  await page.keyboard.press('Escape')
  await device.answers(false)
  await leave()
})

test.afterAll(() => page.context().close())

test('a passkey among the suggestions of the first field signs in, without a press on a button', async () => {
  // The device chooses as soon as it is asked; a request that was made before is left alone.
  await device.answers(true)
  await page.goto(at('/home/login'))
  await expect(userMenu()).toBeVisible()
  await device.answers(false)
  await leave()
})

test('a device that does not verify its user is refused, and says so', async () => {
  await openWithoutSuggestions()
  await device.verifiesUser(false)
  await device.answers(true)
  await withPasskey().click()
  await expect(page.getByText('The browser got no passkey. Try again, or use another way.')).toBeVisible()
  await expectNoViolations(page)
  await device.verifiesUser(true)
})

test('a copy of a passkey is refused, says so, and is in the system log', async () => {
  await openWithoutSuggestions()
  await device.answers(true)
  await withPasskey().click()
  await expect(userMenu()).toBeVisible()
  await leave()
  await openWithoutSuggestions()
  await device.goesBack(2)
  await withPasskey().click()
  await expect(refused()).toBeVisible()
  await expect.poll(kindsInLog).toContain('passkey_refused')
})

test('a passkey that was removed in another browser is refused, and the device hides it', async () => {
  const { data } = await call(listOwnFactors, {})
  for (const { factorId } of data.factors) await call(removeFactor, { params: { factorId } })
  expect(await device.passkeys()).toBe(1)
  await openWithoutSuggestions()
  await device.answers(true)
  await withPasskey().click()
  await expect(
    page.getByText('This passkey was removed from your account. Sign in another way, and delete it from your device.'),
  ).toBeVisible()
  await expectNoViolations(page)
  await expect.poll(() => device.passkeys()).toBe(0)
})
