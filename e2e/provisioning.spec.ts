import { expect, test, type Page } from '@playwright/test'
import { listScimTokens, putDeprovisioningLimit, revokeScimToken } from '@steward/contract/provisioning/endpoints'
import { getTenant, putSetting } from '@steward/contract/tenants/endpoints'
import { createUser } from '@steward/contract/users/endpoints'
import { expectNoViolations } from './support/axe.ts'
import { federatedTenant, type FederatedTenant } from './support/federation.ts'
import { mailTo } from './support/mails.ts'
import { activeUser, callAs, enter, enterPassword } from './support/people.ts'
import { buildGroup, buildRole, unique } from './support/screens.ts'
import { scimClient, scimGroup, scimPatch, scimUser, type ScimClient } from './support/scim.ts'
import { at } from './support/server.ts'

const path = '/home/company/scim-management'
const panel = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name })
const tokens = (page: Page) => page.getByRole('region', { name: 'Tokens' })
const log = (page: Page) => page.getByRole('region', { name: 'Provisioning log' })
const row = (page: Page, name: string | RegExp) => log(page).getByRole('row', { name })

let tenant: FederatedTenant
test.beforeAll(async () => {
  tenant = await federatedTenant(unique('prov').toLowerCase())
})
test.afterAll(() => tenant.close())

async function open(page: Page): Promise<void> {
  await page.goto(at(`/home/login?tenant=${tenant.administrator.tenantName}`))
  await page.getByRole('button', { name: 'Emergency sign-in with a password' }).click()
  await enterPassword(page, tenant.administrator)
  await page.waitForURL('**/launchpad')
  await page.goto(at(path))
  await expect(page.getByRole('heading', { name: 'Provisioning', level: 1 })).toBeVisible()
}

/** Creates a token in the console. Returns the token and a client that uses it. */
async function createToken(page: Page, name: string, options: { dryRun?: boolean } = {}): Promise<{ client: ScimClient; token: string }> {
  await page.getByRole('link', { name: 'Create token' }).first().click()
  const form = panel(page, 'Create token')
  await form.getByLabel('Name').fill(name)
  if (options.dryRun) await form.getByRole('switch', { name: /Dry run/ }).check()
  await form.getByRole('button', { name: 'Create token' }).click()
  const shown = panel(page, `Token ${name}`)
  const token = (await shown.getByText(/^stw_scim_\w{55}$/).textContent()) ?? ''
  const base = (await shown.getByText(/\/scim\/v2\/[\w-]+$/).textContent()) ?? ''
  expect(base).toMatch(new RegExp(`/scim/v2/${tenant.administrator.tenantName}$`))
  await shown.getByRole('button', { name: 'I have copied it' }).click()
  await expect(shown).toBeHidden()
  await expect(tokens(page).getByRole('row', { name: new RegExp(name) })).toBeVisible()
  return { client: scimClient(base, token), token }
}

const email = (name: string) => `${name.toLowerCase()}@${tenant.administrator.tenantName}.example`

test('a provider provisions, changes, deactivates and deletes, and the console shows it live', async ({ page, context }) => {
  test.slow()
  await open(page)
  await expect(page.getByText('No tokens yet')).toBeVisible()
  await expect(page.getByText('No requests yet')).toBeVisible()
  await expectNoViolations(page)
  await page.getByRole('link', { name: 'Create token' }).first().click()
  await panel(page, 'Create token').getByRole('button', { name: 'Create token' }).click()
  await expect(panel(page, 'Create token').getByLabel('Name')).toHaveAccessibleDescription(/Enter a name/)
  await expectNoViolations(page)
  await panel(page, 'Create token').getByRole('button', { name: 'Cancel' }).click()

  const { client, token } = await createToken(page, unique('Okta '))
  const people = await context.newPage()
  await people.goto(at('/home/user-administration/users'))
  await expect(people.getByRole('row', { name: /Tenant Administrator/ })).toBeVisible()
  const groups = await context.newPage()
  await groups.goto(at('/home/user-administration/groups'))
  await expect(groups.getByRole('heading', { name: 'Groups', level: 1 })).toBeVisible()

  const grace = email(unique('Grace'))
  const created = await client('POST', '/Users', scimUser(grace, 'Grace', 'Okafor'))
  expect(created.status, JSON.stringify(created.body)).toBe(201)
  await expect(row(page, new RegExp(grace))).toContainText('Create user')
  await expect(people.getByRole('row', { name: new RegExp(grace) })).toContainText('Okafor')

  const team = unique('Underwriters ')
  const group = await client('POST', '/Groups', scimGroup(team, [created.body.id]))
  expect(group.status, JSON.stringify(group.body)).toBe(201)
  await expect(row(page, new RegExp(team))).toContainText('Create group')
  await expect(groups.getByRole('row', { name: new RegExp(team) })).toBeVisible()

  await client('PATCH', `/Users/${created.body.id}`, scimPatch({ op: 'Replace', path: 'name.familyName', value: 'Mensah' }))
  await expect(people.getByRole('row', { name: new RegExp(grace) })).toContainText('Mensah')
  await row(page, new RegExp(`${grace}.*Change user`))
    .first()
    .getByRole('link', { name: grace })
    .click()
  const details = panel(page, grace)
  await expect(details.getByText('name.familyName', { exact: true })).toBeVisible()
  await expect(details.getByRole('list')).toContainText('Okafor')
  await expect(details.getByRole('region', { name: 'Request' })).toContainText('"value": "Mensah"')
  await expectNoViolations(page)
  await page.keyboard.press('Escape')

  await client('PATCH', `/Users/${created.body.id}`, scimPatch({ op: 'Replace', path: 'active', value: 'False' }))
  await expect(people.getByRole('row', { name: new RegExp(grace) })).toContainText('Disabled')
  expect((await client('DELETE', `/Groups/${group.body.id}`)).status).toBe(204)
  await expect(groups.getByRole('row', { name: new RegExp(team) })).toHaveCount(0)
  expect((await client('DELETE', `/Users/${created.body.id}`)).status).toBe(204)
  await expect(people.getByRole('row', { name: new RegExp(grace) })).toHaveCount(0)
  await expect(row(page, new RegExp(`${grace}.*Delete user`))).toContainText('Done')

  // For a leaked token: its prefix is enough to find it, and one click revokes it.
  await tokens(page).getByRole('searchbox', { name: 'Search by name or prefix' }).fill(token)
  await expect(tokens(page).getByText(/This is the prefix of token/)).toBeVisible()
  expect(page.url()).not.toContain(token)
  await expectNoViolations(page)
  await tokens(page)
    .getByRole('button', { name: /^Revoke token/ })
    .click()
  await expect(tokens(page).getByText(/no longer works/)).toBeVisible()
  expect((await client('GET', '/Users')).status).toBe(401)
})

test('a failed operation is explained, tried and replayed', async ({ page }) => {
  test.slow()
  await open(page)
  const { client } = await createToken(page, unique('Entra '))
  const call = await callAs(tenant.administrator)
  const { tenantName } = tenant.administrator
  const tenantId = (await call(getTenant, {})).data.tenantId
  const allow = (names: string[]) => {
    const value = JSON.stringify({ domains: names.map((domain) => ({ domain })) })
    return call(putSetting, { body: { key: 'emailDomains', level: 'Tenant', levelId: tenantId, value } })
  }
  await allow([`${tenantName}.example`])
  const stranger = `${unique('bob').toLowerCase()}@elsewhere.example`
  const refused = await client('POST', '/Users', scimUser(stranger, 'Bob', 'Elsewhere'))
  expect(refused.status, JSON.stringify(refused.body)).toBeGreaterThanOrEqual(400)

  await row(page, new RegExp(stranger)).getByRole('link', { name: stranger }).click()
  const details = panel(page, stranger)
  await expect(details.getByText(/Add the domain in the tenant settings/)).toBeVisible()
  await expectNoViolations(page)
  await details.getByRole('button', { name: 'Preview replay' }).click()
  await expect(details.getByText('It would fail again')).toBeVisible()
  await page.keyboard.press('Escape')

  await allow([])
  await row(page, new RegExp(`${stranger}.*Failed`))
    .last()
    .getByRole('link', { name: stranger })
    .click()
  await details.getByRole('button', { name: 'Preview replay' }).click()
  await expect(details.getByText('It would succeed now and change:')).toBeVisible()
  await expectNoViolations(page)
  expect((await client('GET', `/Users?filter=${encodeURIComponent(`userName eq "${stranger}"`)}`)).body.totalResults).toBe(0)
  await details.getByRole('button', { name: 'Replay now' }).click()
  await expect(details.getByText('Changes')).toBeVisible()
  expect((await client('GET', `/Users?filter=${encodeURIComponent(`userName eq "${stranger}"`)}`)).body.totalResults).toBe(1)
})

test('a dry-run token shows the effects of requests', async ({ page }) => {
  await open(page)
  const { client } = await createToken(page, unique('Trial '), { dryRun: true })
  const name = email(unique('Dry'))
  expect((await client('POST', '/Users', scimUser(name, 'Dry', 'Run'))).status).toBe(201)
  await row(page, new RegExp(name)).getByRole('link', { name }).click()
  await expect(panel(page, name).getByText('Changes (not applied)')).toBeVisible()
  expect((await client('GET', `/Users?filter=${encodeURIComponent(`userName eq "${name}"`)}`)).body.totalResults).toBe(0)
})

test('the deprovisioning limit stops a mass removal, asks, and allows it when released', async ({ page }) => {
  test.slow()
  await open(page)
  const { client } = await createToken(page, unique('Google '))
  await page.getByRole('button', { name: 'Change', exact: true }).click()
  const settings = panel(page, 'Deprovisioning limit')
  await settings.getByLabel('Share of all users (%)').fill('0')
  await settings.getByRole('button', { name: 'Save' }).click()
  await expect(settings.getByLabel('Share of all users (%)')).toHaveAccessibleDescription('At least 1.')
  await expectNoViolations(page)
  await settings.getByLabel('Share of all users (%)').fill('1')
  await settings.getByLabel('Minimum users').fill('2')
  // Another administrator is faster: both versions are shown, and no input is lost.
  const call = await callAs(tenant.administrator)
  await call(putDeprovisioningLimit, { body: { isOn: true, sharePercent: 50, minimumUsers: 20 }, ifMatch: '*' })
  await settings.getByRole('button', { name: 'Save' }).click()
  const conflict = panel(page, 'Someone else changed Deprovisioning limit')
  await expect(conflict.getByRole('radio', { name: /^Share of all users \(%\),.*: 50$/ })).toBeVisible()
  await expectNoViolations(page)
  await conflict.getByRole('button', { name: 'Keep all mine' }).click()
  await conflict.getByRole('button', { name: 'Save chosen version' }).click()
  await expect(page.getByText('Deprovisioning limit updated.')).toBeVisible()
  await expect(settings).toBeHidden()
  await expect(page.getByText(/^Removals beyond 1% of all users \(at least 2\)/)).toBeVisible()

  const leavers: string[] = []
  // Those that provisioning has just created would not count.
  for (let n = 0; n < 4; n++) {
    const person = { givenName: 'Lea', familyName: 'Ver', email: email(unique('Leaver')), groupIds: [] }
    leavers.push((await call(createUser, { body: person })).data.userId)
  }
  const remove = async (id: string | undefined) => (await client('DELETE', `/Users/${id}`)).status
  // Other tests in this file can have used some of the two.
  let stopped = -1
  for (let n = 0; n < 3 && stopped < 0; n++) if ((await remove(leavers[n])) === 503) stopped = n
  expect(stopped).toBeGreaterThanOrEqual(0)
  const banner = page.getByRole('alert').filter({ hasText: 'Paused: provisioning tried to remove access' })
  await expect(banner).toBeVisible()
  await expectNoViolations(page)
  const mail = await mailTo(tenant.administrator.username, /provisioning paused/)
  expect(mail.text).toContain('/home/company/scim-management')
  await page
    .getByRole('button', { name: 'Notifications' })
    .or(page.getByRole('button', { name: /notification/i }))
    .first()
    .click()
  await expect(page.getByText('Provisioning paused', { exact: true })).toBeVisible()
  await page.keyboard.press('Escape')

  await banner.getByRole('button', { name: 'Keep users' }).click()
  const kept = page.getByRole('status').filter({ hasText: 'Removals are refused' })
  await expect(kept).toBeVisible()
  expect(await remove(leavers[3])).toBe(503)
  await kept.getByRole('link', { name: /held back/ }).click()
  await expect(log(page).getByText('Held back').first()).toBeVisible()
  await kept.getByRole('button', { name: 'Allow for 1 hour' }).click()
  await panel(page, 'Allow removals for 1 hour?').getByRole('button', { name: 'Allow for 1 hour' }).click()
  await expect(page.getByText(/^Allowed until/)).toBeVisible()
  await expectNoViolations(page)
  expect(await remove(leavers[3])).toBe(204)
  await page.getByRole('button', { name: 'Resume' }).click()
  await expect(page.getByText(/^Allowed until/)).toBeHidden()

  // Revoking asks for confirmation; another administrator can revoke it first.
  const [first] = await tokens(page).getByRole('row').filter({ hasText: 'Google' }).all()
  await first?.getByRole('button', { name: /^Actions for/ }).click()
  await page.getByRole('menuitem', { name: 'Revoke' }).click()
  const { items } = (await call(listScimTokens, { query: { search: 'Google' } })).data
  const [google] = items
  await call(revokeScimToken, { params: { scimTokenId: google?.scimTokenId ?? '' } })
  await page.getByRole('button', { name: /^Revoke token Google/ }).click()
  await expect(page.getByText('The token is already revoked.')).toBeVisible()
  await expect(panel(page, /^Revoke token Google/)).toBeHidden()
  await expect(tokens(page).getByRole('row', { name: /Google/ })).toHaveCount(0)
  expect((await client('GET', '/Users')).status).toBe(401)
})

test('users without permission are refused; without a provider, users are told to connect one first', async ({ page, context }) => {
  const viewer = await activeUser('Viewer', [(await buildGroup([(await buildRole(['ViewUsers'])).roleId])).groupId])
  await enter(page, viewer)
  await page.goto(at(path))
  await expect(page.getByText(/Scim management/i).first()).toBeVisible()
  await expect(page.getByRole('link', { name: 'Create token' })).toHaveCount(0)
  const connector = await activeUser('Connector', [(await buildGroup([(await buildRole(['ConfigureSSO'])).roleId])).groupId])
  await context.clearCookies()
  await enter(page, connector)
  await page.goto(at(path))
  await expect(page.getByText('Provisioning needs single sign-on.')).toBeVisible()
  await expectNoViolations(page)
  await expect(page.getByRole('link', { name: 'Set up single sign-on' })).toHaveAttribute('href', /\/company\/sso$/)
})
