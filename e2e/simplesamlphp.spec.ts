import { expect, test, type Page } from '@playwright/test'
import { enableFederation } from '@steward/contract/federation/endpoints'
import { type SimpleSamlPhp, hasSimpleSamlPhp, startSimpleSamlPhp } from '../server/src/testing/federation/simplesamlphp.ts'
import { steward } from './support/operator.ts'
import { callAs, enter, followInvitation } from './support/people.ts'
import { at } from './support/server.ts'
import { unique } from './support/unique.ts'

/** Single sign-on with SimpleSAMLphp from Debian, which reads our metadata, encrypts for us and verifies our signatures. */

async function atProvider(page: Page, { origin }: SimpleSamlPhp): Promise<void> {
  await page.waitForURL(`${origin}/**`)
  await page.locator('input[name="username"]').fill('ada')
  await page.locator('input[name="password"]').fill('password')
  await expect(page.locator('input[name="username"]')).toHaveValue('ada')
  await page.locator('input[name="password"]').press('Enter')
}

test('SimpleSAMLphp signs a user in, and is told when they sign out', async ({ page, browser }) => {
  test.skip(!hasSimpleSamlPhp(), 'SimpleSAMLphp is not on this machine (npm test fetches it as root)')
  test.setTimeout(180_000)
  const ada = { email: 'ada@northwind.example', givenName: 'Ada', familyName: 'Lovelace', groups: ['Steward admins'] }
  const provider = await startSimpleSamlPhp({ ada })
  try {
    const tenantName = unique('campus-')
    const email = `boss@${tenantName}.example`
    await steward(['tenant', 'create', tenantName, '--display-name', 'Campus Re', '--admin-email', email])
    const boss = await followInvitation(email)
    const call = await callAs(boss)
    const draft = { AdminGroupName: 'Steward admins', IsTestIdp: true, MetadataUrl: provider.metadataUrl, ProviderName: 'Campus' }
    await call(enableFederation, { body: draft })
    const metadata = await (await fetch(at(`/auth/federation/${tenantName}/metadata`))).text()
    await provider.trust(metadata, { 'assertion.encryption': true })

    await enter(page, boss)
    await page.goto(at('/home/company/sso'))
    await page.getByRole('button', { name: 'Start test sign-in' }).click()
    await atProvider(page, provider)
    await expect(page.getByText('Test sign-in succeeded')).toBeVisible()
    await expect(page.getByText('The user is an administrator.')).toBeVisible()
    await call(enableFederation, { body: { IsTestIdp: false } })

    const person = await (await browser.newContext()).newPage()
    await person.goto(at(`/home/login?tenant=${tenantName}`))
    await person.getByRole('button', { name: 'Continue with Campus' }).click()
    await atProvider(person, provider)
    await person.waitForURL('**/launchpad')
    await person.getByRole('button', { name: /^Ada Lovelace/ }).click()
    await person.getByRole('menuitem', { name: 'Sign out' }).click()
    // Through the provider, which redirects to the sign-in page and has ended its session, too, so it asks for credentials again.
    await expect(person.getByRole('textbox', { name: 'Tenant' })).toHaveValue(tenantName)
    await person.goto(at(`/home/login?tenant=${tenantName}`))
    await person.getByRole('button', { name: 'Continue with Campus' }).click()
    await expect(person.locator('input[name="username"]')).toBeVisible()
  } finally {
    await provider.close()
  }
})
