import { expect, test } from '@playwright/test'
import { listGroups } from '@steward/contract/groups/endpoints'
import { beginAuthenticator, confirmAuthenticator } from '@steward/contract/session/factors'
import { createUser } from '@steward/contract/users/endpoints'
import { codeOf } from './support/authenticator.ts'
import { expectNoViolations } from './support/axe.ts'
import { mailTo } from './support/mails.ts'
import { steward } from './support/operator.ts'
import { callAs, enter, followInvitation, type Person } from './support/people.ts'
import { unique } from './support/screens.ts'
import { at } from './support/server.ts'

/** In a tenant of its own, whose administrators are known. */
const tenantName = unique('two-admins-')
const email = (name: string) => `${name}@${tenantName}.example`
let ada: Person
let ben: Person
let cleo: Person

test.beforeAll(async () => {
  await steward(['tenant', 'create', tenantName, '--display-name', 'Two Admins Re', '--admin-email', email('ada')])
  ada = await followInvitation(email('ada'))
  const call = await callAs(ada)
  const { data } = await call(listGroups, { query: { search: 'admin' } })
  const groupIds = data.items.filter(({ groupName }) => groupName === 'admin').map(({ groupId }) => groupId)
  const people = { ben: 'Ostrom', cleo: 'Marsh' }
  for (const [name, familyName] of Object.entries(people)) {
    const givenName = name.charAt(0).toUpperCase() + name.slice(1)
    await call(createUser, { body: { givenName, familyName, email: email(name), groupIds } })
  }
  ben = await followInvitation(email('ben'))
  cleo = await followInvitation(email('cleo'))
  const asBen = await callAs(ben)
  const { data: setup } = await asBen(beginAuthenticator, {})
  await asBen(confirmAuthenticator, { body: { setupToken: setup.setupToken, code: codeOf(setup.secret) } })
})

test('two administrators reset the second factor of a third: one asks, the other approves', async ({ page, browser }) => {
  await enter(page, ada)
  await page.goto(at('/home/configurations/tenant-settings'))
  const approval = page.getByRole('switch', { name: 'Require approval to reset administrators' })
  await approval.focus()
  await page.keyboard.press('Space')
  await expectNoViolations(page)
  await Promise.all([page.waitForEvent('load'), page.getByRole('button', { name: 'Save settings' }).click()])
  await expect(approval).toBeChecked()

  await page.goto(at('/home/user-administration/users?q=ben'))
  await page.getByRole('link', { name: 'Ben Ostrom' }).click()
  await page.getByRole('link', { name: 'Sessions' }).click()
  await page.getByRole('button', { name: 'Request reset' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('Another administrator has to approve this within 24 hours.')
  await dialog.getByLabel('Reason').fill('Lost the phone; called back')
  await page.keyboard.press('Enter')
  await expect(page.getByText('The reset for Ben Ostrom is waiting for another administrator.')).toBeVisible()
  await expect(page.getByText(`${ada.username} asked to reset the second factor: Lost the phone; called back`)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Withdraw request' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Approve reset' })).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Request reset' })).toHaveCount(0)
  await expectNoViolations(page)
  expect((await mailTo(ben.username, /reset requested/)).text).toContain(`${ada.username} asked to reset the second factor`)

  const window = await (await browser.newContext()).newPage()
  await enter(window, cleo)
  await window.goto(at('/home/'))
  await window.getByRole('button', { name: /Notifications/ }).click()
  const notice = window.getByRole('dialog', { name: 'Notifications' }).getByText(/asks to reset the second factor of/)
  await expect(notice).toContainText(`${ada.username} asks to reset the second factor of ${ben.username}.`)
  await expectNoViolations(window)
  await window.keyboard.press('Escape')
  await window.getByRole('link', { name: `Review: ${ada.username} asks to reset the second factor of ${ben.username}.` }).click()
  await expect(window.getByRole('button', { name: 'Refuse' })).toBeVisible()
  await expectNoViolations(window)
  await window.getByRole('button', { name: 'Approve reset' }).focus()
  await window.keyboard.press('Enter')
  const confirmation = window.getByRole('dialog')
  await expect(confirmation).toContainText('Reset the second factor of Ben Ostrom?')
  await expectNoViolations(window)
  await confirmation.getByRole('button', { name: 'Approve reset' }).click()
  await expect(window.getByText('The second factor of Ben Ostrom was reset.')).toBeVisible()
  await expect(window.getByText('Ben Ostrom has no second factor.')).toBeVisible()
  // What waited is gone for who asked, too.
  await expect(page.getByText('Ben Ostrom has no second factor.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Withdraw request' })).toHaveCount(0)
  await window.context().close()
})
