import { randomUUID } from 'node:crypto'
import { expect, test, type Page } from '@playwright/test'
import { createGroup } from '@steward/contract/groups/endpoints'
import { ingestEntitlements } from '@steward/contract/licenses/endpoints'
import { createRole } from '@steward/contract/roles/endpoints'
import { ingestStorage } from '@steward/contract/storage/endpoints'
import { createUser } from '@steward/contract/users/endpoints'
import { expectNoViolations } from './support/axe.ts'
import { steward } from './support/operator.ts'
import { callAs, enter, followInvitation, type Person } from './support/people.ts'
import { unique } from './support/screens.ts'
import { at } from './support/server.ts'
import { inDays, serviceCall } from './support/services.ts'

/** The archive of the data vault, in a company of its own: others in the demo would be told too. */

const terabyte = 1_000_000_000_000
const title = 'Data vault storage exceeded'
const bell = (page: Page) => page.getByRole('button', { name: /^Notifications/ })
const panel = (page: Page) => page.getByRole('dialog', { name: 'Notifications' })

async function open(page: Page, person: Person): Promise<void> {
  const counted = page.waitForResponse((response) => response.url().endsWith('/unread-count'))
  await enter(page, person)
  await page.goto(at('/home/launchpad'))
  await counted
}

test('who has access to the data vault is told in the bell, once per crossing; who has none is not', async ({ page, browser }) => {
  test.setTimeout(240_000)
  const tenantName = unique('vault-')
  const email = `boss@${tenantName}.example`
  await steward(['tenant', 'create', tenantName, '--display-name', 'Vault Re', '--admin-email', email])
  const call = await callAs(await followInvitation(email))
  const invite = async (name: string, groupIds: string[]): Promise<Person> => {
    const address = `${name}@${tenantName}.example`
    await call(createUser, { body: { givenName: name, familyName: 'Tester', email: address, groupIds } })
    return followInvitation(address)
  }
  const role = (await call(createRole, { body: { roleName: 'Archivist', actions: ['DataVault.ViewArchive'] } })).data
  const group = (await call(createGroup, { body: { groupName: 'Archive', roleIds: [role.roleId], usernames: [] } })).data
  const licenses = await serviceCall('entitlements')
  const rows = [{ productCode: 'RI-DATAVAULT', packageName: '10 TB', endDate: inDays(200) }]
  await licenses(ingestEntitlements, { body: { tenantName, kind: 'application', version: 1, mode: 'replace', rows } })
  const vault = await serviceCall('metrics', 'RI-DATAVAULT')
  const report = (used: number) =>
    vault(ingestStorage, {
      body: {
        tenantName,
        batchId: randomUUID(),
        readings: [{ at: new Date().toISOString(), usedBytes: Math.round(used * terabyte) }],
      },
    })

  const other = await (await browser.newContext()).newPage()
  await open(page, await invite('keeper', [group.groupId]))
  await open(other, await invite('bystander', []))

  await report(9.6)
  await report(10.3)
  const news = page.getByRole('status').filter({ hasText: `New notification: ${title}` })
  await expect(news).toContainText('The data vault uses 10.3 TB of 10 TB.')
  await expect(page.getByRole('button', { name: 'Notifications, one unread', exact: true })).toBeVisible()

  // More of the same sends nothing; falling and crossing again does.
  await report(10.4)
  await report(9.9)
  await report(10.7)
  await expect(page.getByRole('button', { name: 'Notifications, 2 unread', exact: true })).toBeVisible()
  await bell(page).click()
  const items = panel(page).getByRole('listitem').filter({ hasText: title })
  await expect(items).toHaveCount(2)
  await expect(items.first()).toContainText('10.7 TB of 10 TB')
  await expect(items.last()).toContainText('10.3 TB of 10 TB')
  await expectNoViolations(page)

  await expect(other.getByRole('button', { name: 'Notifications', exact: true })).toBeVisible()
  await bell(other).click()
  await expect(panel(other)).toBeVisible()
  await expect(panel(other).getByText(title)).toHaveCount(0)
})
