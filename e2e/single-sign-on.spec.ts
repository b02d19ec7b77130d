import { expect, test, type Browser, type Page } from '@playwright/test'
import { updateFederation } from '@steward/contract/federation/endpoints'
import { createGroup } from '@steward/contract/groups/endpoints'
import { startOidcProvider } from '../server/src/testing/federation/oidc-provider.ts'
import { startSamlProvider } from '../server/src/testing/federation/saml-provider.ts'
import { expectNoViolations } from './support/axe.ts'
import { steward } from './support/operator.ts'
import { activeUser, callAs, enter, enterPassword, followInvitation, signIn, type Person } from './support/people.ts'
import { at } from './support/server.ts'
import { unique } from './support/unique.ts'

/** Single sign-on with real providers, each in its own company: setup in the console, use, and turning it off. */

const path = '/home/company/sso'
const adminGroup = 'Steward admins'
const inTenDays = () => new Date(Date.now() + 10 * 86_400_000).toISOString().slice(0, 10)
const state = (page: Page) => page.getByRole('region', { name: 'Status' })
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name })

/** A company of its own, whose first administrator has a password. */
async function company(name: string): Promise<Person> {
  const tenantName = unique(`${name}-`)
  const email = `boss@${tenantName}.example`
  await steward(['tenant', 'create', tenantName, '--display-name', 'Sign-On Re', '--admin-email', email])
  return followInvitation(email)
}

async function openPage(page: Page, boss: Person): Promise<void> {
  await enter(page, boss)
  await page.goto(at(path))
  await expect(page.getByRole('heading', { name: 'Single Sign-On', level: 1 })).toBeVisible()
}

/** The text next to a label among the values to paste. */
const valueOf = (page: Page, name: string) =>
  page
    .locator('dl > div')
    .filter({ has: page.locator('dt', { hasText: new RegExp(`^${name}`) }) })
    .locator('dd')

async function chooseProvider(page: Page, protocol: string, name: string): Promise<void> {
  await page.getByRole('radio', { name: 'Other provider' }).click()
  await page.getByRole('radio', { name: protocol }).click()
  await page.getByLabel('Name on the sign-in page').fill(name)
  await button(page, 'Continue').click()
}

/** The form of either provider accepts any password. */
async function atProvider(page: Page, login: string): Promise<void> {
  await page.locator('input[name="login"]').fill(login)
  await page.locator('input[name="password"]').fill('any')
  await page.locator('form button').click()
}

/** Opens the console without a session, and continues with the provider. */
async function comeAs(browser: Browser, boss: Person, providerName: string, login: string): Promise<Page> {
  const page = await (await browser.newContext()).newPage()
  await page.goto(at(`/home/login?tenant=${boss.tenantName}`))
  await button(page, `Continue with ${providerName}`).click()
  await atProvider(page, login)
  return page
}

async function enterGroups(page: Page, boss: Person): Promise<void> {
  await page.getByLabel('Administrator group at the provider').fill('-not allowed-')
  await button(page, 'Save and test').click()
  await expect(page.getByText('Start and end with a letter or number', { exact: false }).first()).toBeVisible()
  await page.getByLabel('Administrator group at the provider').fill(adminGroup)
  await expect(page.getByLabel('Emergency administrator')).toHaveValue(boss.username)
  await button(page, 'Map group').click()
  await page.getByLabel('Group at the provider', { exact: true }).fill('Desk')
  await page.getByLabel('Group here').selectOption({ label: 'Treaty desk' })
  await expectNoViolations(page)
  await button(page, 'Save and test').click()
  await expect(state(page)).toContainText('Testing')
}

/** Tests the draft as the future administrator, and enables it. */
async function testAndEnable(page: Page, providerName: string, login: string): Promise<void> {
  await button(page, 'Start test sign-in').click()
  await atProvider(page, login)
  await expect(page.getByText('Test sign-in succeeded')).toBeVisible()
  await expect(page.getByText('The user is an administrator.')).toBeVisible()
  await expect(page.getByText(/^Create the user /)).toBeVisible()
  await expect(page.getByRole('region', { name: 'Received claims' })).toContainText(adminGroup)
  await expect(state(page)).toContainText(`${providerName} is ready to enable`)
  await expectNoViolations(page)
  await button(page, 'Continue').click()
  await expect(page.getByText('keeps a password for emergencies').first()).toBeVisible()
  await button(page, 'Enable single sign-on').click()
  await dialog(page, `Enable single sign-on with ${providerName}?`).getByRole('button', { name: 'Enable single sign-on' }).click()
  await expect(state(page)).toContainText('Active')
  await expect(state(page)).toContainText(`People sign in through ${providerName}`)
}

const menuEntry = (page: Page) => page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'Single Sign-On' })

/** Turns off single sign-on: users of the provider are signed out, and the administrator signs in with the password. */
async function disable(browser: Browser, page: Page, person: Page, boss: Person, providerName: string): Promise<void> {
  await page.goto(at(path))
  await button(page, 'Disable single sign-on').click()
  const question = dialog(page, `Disable single sign-on with ${providerName}?`)
  await expect(question).toContainText(/without a password a link to set one/)
  await expect(question.getByLabel('Administrator with a password')).toHaveValue(boss.username)
  await expectNoViolations(page)
  await question.getByRole('button', { name: 'Disable single sign-on' }).click()
  await expect(state(page)).toContainText('Inactive')
  await expect(person.getByText('Your company’s sign-in has changed. Sign in again.')).toBeVisible()
  const again = await (await browser.newContext()).newPage()
  await signIn(again, boss, `/home/login?tenant=${boss.tenantName}`)
  await again.waitForURL('**/launchpad')
  await again.context().close()
}

/** Checks the password of the break-glass administrator while single sign-on is active. */
async function emergencySignIn(browser: Browser, boss: Person): Promise<void> {
  const page = await (await browser.newContext()).newPage()
  await page.goto(at(`/home/login?tenant=${boss.tenantName}`))
  await expect(button(page, 'Emergency sign-in with a password')).toBeVisible()
  await expect(page.getByLabel('Password', { exact: true })).toHaveCount(0)
  await expectNoViolations(page)
  await button(page, 'Emergency sign-in with a password').click()
  await expectNoViolations(page)
  await enterPassword(page, boss)
  await page.waitForURL('**/launchpad')
  await page.context().close()
}

test('OpenID Connect, from setup to an administrator from the provider, and back', async ({ page, browser }) => {
  test.setTimeout(300_000)
  const users = {
    grace: { email: 'grace@okafor.example', givenName: 'Grace', familyName: 'Okafor', groups: [adminGroup, 'Desk'] },
    nomail: { givenName: 'No', familyName: 'Mail', groups: [] },
  }
  const provider = await startOidcProvider({ users })
  try {
    const boss = await company('oidc')
    await (
      await callAs(boss)
    )(createGroup, { body: { groupName: 'Treaty desk' } })
    await openPage(page, boss)
    await expect(state(page)).toContainText('Inactive')
    await expectNoViolations(page)

    await chooseProvider(page, 'OpenID Connect', 'Lab')
    const redirectUri = (await valueOf(page, 'Response URL').innerText()).trim()
    const postLogout = (await valueOf(page, 'Post-logout redirect URI').innerText()).trim()
    await provider.addClient({
      clientId: 'steward',
      clientSecret: 'a secret of the test, long enough',
      redirectUris: [redirectUri],
      postLogoutRedirectUris: [postLogout],
    })
    await page.getByLabel('Metadata URL').fill('login.example')
    await page.getByLabel('Client ID').fill('steward')
    await page.getByLabel('Client secret', { exact: true }).fill('a secret of the test, long enough')
    await button(page, 'Check').click()
    await expect(page.getByText('Please use a valid URL').first()).toBeVisible()
    await page.getByLabel('Metadata URL').fill(`${provider.issuer}/elsewhere`)
    await button(page, 'Check').click()
    await expect(page.getByText('Can’t be used yet.')).toBeVisible()
    await page.getByLabel('Metadata URL').fill(provider.metadataUrl)
    await button(page, 'Check').click()
    const found = page.getByRole('region', { name: 'Metadata check' })
    await expect(found).toContainText(`Issuer: ${provider.issuer}`)
    await expect(found).toContainText('The clocks agree')
    await expectNoViolations(page)
    await button(page, 'Continue').click()
    await enterGroups(page, boss)
    await testAndEnable(page, 'Lab', 'grace')

    // A new user without a password becomes an administrator by the provider's group.
    const person = await comeAs(browser, boss, 'Lab', 'grace')
    await person.waitForURL('**/launchpad')
    await expect(menuEntry(person)).toBeVisible()

    // A refused user is told so, with a reference that the administrator can find.
    const refused = await comeAs(browser, boss, 'Lab', 'nomail')
    await expect(refused.getByRole('heading', { name: 'Sign-in failed' })).toBeVisible()
    await expect(refused.getByRole('alert')).toContainText('Your company’s sign-in didn’t send an email address')
    await expectNoViolations(refused)
    const reference = /[\da-f]{8}-[\da-f-]{27}/.exec(await refused.getByRole('alert').innerText())?.[0] ?? ''
    await refused.context().close()

    await page.getByRole('link', { name: 'Sign-in attempts' }).click()
    await expect(page.getByRole('row', { name: /grace@okafor\.example/ }).first()).toBeVisible()
    await page.getByRole('searchbox').fill(reference)
    await page
      .getByRole('row', { name: /nomail/ })
      .getByRole('link')
      .click()
    const panel = dialog(page, /Sign-in attempt/)
    await expect(panel).toContainText('The response contains no email address.')
    await expect(panel).toContainText('Configure the provider to send the email address')
    await expect(panel).toContainText('Sent to the provider')
    await expectNoViolations(page)
    await page.keyboard.press('Escape')

    // A warning about an expiring secret appears as soon as its expiry is entered.
    await page.getByRole('link', { name: 'Connection', exact: true }).click()
    await page.getByRole('link', { name: 'Edit connection' }).click()
    await dialog(page, 'Edit connection').getByLabel('Secret expires').fill(inTenDays())
    await expectNoViolations(page)
    await dialog(page, 'Edit connection').getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText(/^The client secret expires on /)).toBeVisible()

    // Our own key is rotated while users keep signing in.
    await button(page, 'Add new key').click()
    await button(page, 'Make active').click()
    await expect(page.getByText('Previous: still published')).toBeVisible()
    await button(page, 'Remove').click()
    await expect(page.getByText('Previous: still published')).toHaveCount(0)
    await expectNoViolations(page)

    // Signing out here also signs out at the provider.
    await button(person, 'Grace Okafor account and settings').click()
    await person.getByRole('menuitem', { name: 'Sign out' }).click()
    await expect(person).toHaveURL(new RegExp(`^${provider.issuer}`))
    await person.context().close()

    // The company relies on the second factor of the provider, which has to say that it asked for one.
    await page.goto(at('/home/configurations/tenant-settings'))
    await page.getByRole('switch', { name: 'Require the identity provider’s second factor' }).click()
    await Promise.all([page.waitForEvent('load'), button(page, 'Save settings').click()])
    const weak = await comeAs(browser, boss, 'Lab', 'grace')
    await expect(weak.getByRole('heading', { name: 'Sign-in failed' })).toBeVisible()
    await expect(weak.getByRole('alert')).toContainText('second factor')
    await weak.context().close()
    provider.users.set('grace', { ...users.grace, amr: ['pwd', 'otp'] })

    await emergencySignIn(browser, boss)
    const back = await comeAs(browser, boss, 'Lab', 'grace')
    await back.waitForURL('**/launchpad')
    await disable(browser, page, back, boss, 'Lab')
  } finally {
    await provider.close()
  }
})

test('SAML 2.0, from setup through a certificate rotation without downtime, and back', async ({ page, browser }) => {
  test.setTimeout(300_000)
  const users = { grace: { email: 'grace@okafor.example', givenName: 'Grace', familyName: 'Okafor', groups: [adminGroup, 'Desk'] } }
  const provider = await startSamlProvider({ users })
  try {
    const boss = await company('saml')
    await (
      await callAs(boss)
    )(createGroup, { body: { groupName: 'Treaty desk' } })
    await openPage(page, boss)
    await chooseProvider(page, 'SAML 2.0', 'Campus')
    const metadataAddress = (await valueOf(page, 'Our metadata').innerText()).trim()
    await expect(valueOf(page, 'Response URL')).toContainText('/acs')

    // First by file, as for providers without a metadata URL.
    const metadata = await (await fetch(provider.metadataUrl)).text()
    await page.getByRole('radio', { name: 'File' }).click()
    await page.getByLabel('Metadata file').setInputFiles({ name: 'idp.xml', mimeType: 'text/xml', buffer: Buffer.from(metadata) })
    await expect(page.getByText('Chosen: idp.xml')).toBeVisible()
    await button(page, 'Check').click()
    await expect(page.getByRole('region', { name: 'Metadata check' })).toContainText(/certificate .*samlp.* is valid until/)
    await page.getByRole('radio', { name: 'URL' }).click()
    await page.getByLabel('Metadata URL').fill(provider.metadataUrl)
    await button(page, 'Check').click()
    await expectNoViolations(page)
    await button(page, 'Continue').click()
    await enterGroups(page, boss)
    provider.trust(await (await fetch(metadataAddress)).text())
    await testAndEnable(page, 'Campus', 'grace')

    const person = await comeAs(browser, boss, 'Campus', 'grace')
    await person.waitForURL('**/launchpad')
    await expect(menuEntry(person)).toBeVisible()

    // The provider publishes its next certificate; both are accepted.
    await provider.rotate()
    await button(page, 'Refresh metadata').click()
    await expect(page.getByText('The metadata was refreshed.').first()).toBeVisible()
    await expect(page.getByText(/samlp,? renewed/).first()).toBeVisible()
    // It signs with the new one, and removes the old from its metadata.
    await provider.rotate()
    const during = await comeAs(browser, boss, 'Campus', 'grace')
    await during.waitForURL('**/launchpad')
    await during.context().close()
    await button(page, 'Refresh metadata').click()
    await expect(page.getByText('No longer in the metadata')).toBeVisible()
    await expectNoViolations(page)
    await button(page, /^Stop accepting/).click()
    await dialog(page, 'Stop accepting this certificate?').getByRole('button', { name: 'Stop accepting' }).click()
    await expect(page.getByText('No longer in the metadata')).toHaveCount(0)
    const after = await comeAs(browser, boss, 'Campus', 'grace')
    await after.waitForURL('**/launchpad')
    await after.context().close()

    await page.getByRole('link', { name: 'Edit people and groups' }).click()
    const panel = dialog(page, 'Edit people and groups')
    await panel.getByRole('button', { name: 'Map group' }).click()
    await panel.getByLabel('Group at the provider', { exact: true }).last().fill('Second desk')
    await panel.getByLabel('Group here').last().selectOption({ label: 'Treaty desk' })
    // Another administrator saves in the meantime: both versions are shown, and neither is lost.
    await (
      await callAs(boss)
    )(updateFederation, { body: { slot: 'active', adminGroupName: 'Other admins' } })
    await expect(panel.getByText('Someone else changed this')).toBeVisible()
    await panel.getByRole('button', { name: 'Save' }).click()
    const question = dialog(page, 'Someone else changed Single Sign-On')
    await expect(question.getByRole('radio', { name: 'Second desk → Treaty desk, Your version: Mapped' })).toBeChecked()
    await expect(question.getByRole('radio', { name: /, Saved version: Other admins$/ })).toBeChecked()
    await expectNoViolations(page)
    await question.getByRole('button', { name: 'Save chosen version' }).click()
    await expect(question).toHaveCount(0)
    await page.goto(at(path))
    await expect(page.getByText('Second desk → Treaty desk')).toBeVisible()
    await expect(page.getByText('Other admins')).toBeVisible()

    await emergencySignIn(browser, boss)
    // Input stays visible while this happens.
    const editing = await page.context().newPage()
    await editing.goto(at(`${path}/people`))
    const group = dialog(editing, 'Edit people and groups').getByLabel('Administrator group at the provider')
    await group.fill('Entered meanwhile')
    await disable(browser, page, person, boss, 'Campus')
    await expect(editing.getByText('Single sign-on disabled', { exact: true })).toBeVisible()
    await expect(group).toHaveValue('Entered meanwhile')
    await expect(button(editing, 'Save')).toHaveAttribute('aria-disabled', 'true')
    await expectNoViolations(editing)
  } finally {
    await provider.close()
  }
})

test('a domain waits for its DNS record, and an address at an unknown domain leads nowhere', async ({ page, browser }) => {
  const boss = await company('domains')
  await openPage(page, boss)
  await page.getByRole('link', { name: 'Domains' }).click()
  await expect(page.getByText('No domains yet')).toBeVisible()
  await page.getByLabel('Domain').fill('not a domain')
  await button(page, 'Add domain').click()
  await expect(page.getByText('Enter a domain, such as company.com', { exact: false }).first()).toBeVisible()
  await page.getByLabel('Domain').fill('Sign-On-Re.invalid')
  await button(page, 'Add domain').click()
  const item = page.getByRole('listitem', { name: 'sign-on-re.invalid' })
  await expect(item).toContainText('Waiting for the DNS record')
  await expect(item).toContainText('steward-verification=')
  await button(page, 'Verify').click()
  await expect(item.getByText(/The record was not found yet|didn’t respond/)).toBeVisible()
  await expectNoViolations(page)
  await button(page, 'Remove domain sign-on-re.invalid').click()
  await dialog(page, 'Remove domain sign-on-re.invalid?').getByRole('button', { name: 'Remove domain sign-on-re.invalid' }).click()
  await expect(page.getByText('No domains yet')).toBeVisible()

  const other = await (await browser.newContext()).newPage()
  await other.goto(at('/home/login'))
  await button(other, 'Use your email address instead').click()
  await other.getByLabel('Email').fill('ada@sign-on-re.invalid')
  await button(other, 'Continue').click()
  await expect(other.getByText('No company sign-in is set up for this address.', { exact: false })).toBeVisible()
  await expectNoViolations(other)
  await other.context().close()
})

test('users who cannot configure single sign-on see neither the entry nor the page', async ({ page }) => {
  await signIn(page, await activeUser('Sso'))
  await page.waitForURL('**/launchpad')
  await expect(menuEntry(page)).toHaveCount(0)
  await page.goto(at(path))
  await expect(page).toHaveURL(/\/401/)
  await expectNoViolations(page)
})
