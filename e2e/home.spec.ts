import { expect, test } from '@playwright/test'
import { listGroups } from '@steward/contract/groups/endpoints'
import { expectNoViolations } from './support/axe.ts'
import { demoCredentials } from './support/demo.ts'
import { activeUser, administratorCall, enter } from './support/people.ts'
import { at } from './support/server.ts'

test('an administrator sees what needs attention, and settles a row', async ({ page }) => {
  await enter(page, demoCredentials())
  await page.goto(at('/home/launchpad'))
  const attention = page.getByRole('region', { name: 'Needs attention' })
  // Of the demo: licenses that end soon, a key that nothing used, invitations that expired.
  await expect(attention.getByRole('listitem').filter({ hasText: 'The license for Climate On Demand ends in' })).toBeVisible()
  await expect(
    attention
      .getByRole('listitem')
      .filter({ hasText: 'Old migration script' })
      .getByRole('link', { name: /^Review/ }),
  ).toBeVisible()
  const invitations = attention.getByRole('listitem').filter({ hasText: 'older than 7 days' })
  await invitations.getByRole('button', { name: /^Resend/ }).click()
  await expect(page.getByText(/invitations were sent again/).first()).toBeVisible()
  await expect(invitations).toHaveCount(0)
})

test('the parts of the home page load, and are read by keyboard', async ({ page }) => {
  await enter(page, demoCredentials())
  await page.goto(at('/home/launchpad'))
  const people = page.getByRole('region', { name: 'People' })
  await expect(people.getByRole('link', { name: /^Invited/ })).toBeVisible()
  const changes = page.getByRole('region', { name: 'Latest changes' })
  await expect(changes.getByRole('listitem')).toHaveCount(6)
  await expect(page.getByRole('region', { name: 'Quotas', exact: true }).getByRole('figure')).toHaveCount(3)

  const chart = people.getByRole('img', { name: /^Sign-ins a day/ })
  await chart.focus()
  await page.keyboard.press('End')
  await expect(people.getByText('Today so far', { exact: true })).toBeVisible()
  await people.getByRole('button', { name: 'View as table' }).click()
  await expect(people.getByRole('row')).toHaveCount(31)

  const map = page.getByRole('grid', { name: 'Access map' })
  await map.locator('[tabindex="0"]').focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Home')
  const cell = map.getByRole('link').first()
  await expect(map.locator('[tabindex="0"]')).toBeFocused()
  await expectNoViolations(page)
  await cell.click()
  await expect(page).toHaveURL(/\/user-administration\/users\?group=/)
})

test('a part that fails says so, and the others stay', async ({ page }) => {
  await enter(page, demoCredentials())
  await page.route(/\/monitoring\/home\?parts=quotas/, (route) =>
    route.fulfill({
      status: 403,
      json: { code: 'forbidden', message: 'No.', title: 'Forbidden', type: 'about:blank', status: 403, requestId: 'x', parameters: {} },
    }),
  )
  await page.goto(at('/home/launchpad'))
  const quotas = page.getByRole('region', { name: 'Quotas', exact: true })
  await expect(quotas.getByRole('alert')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Needs attention' }).getByRole('listitem').first()).toBeVisible()
  await page.unrouteAll()
  await quotas.getByRole('button', { name: 'Try again' }).click()
  await expect(quotas.getByRole('figure')).toHaveCount(3)
})

test('people without a side menu see only their applications, which the demo answers', async ({ page }) => {
  const { data } = await (await administratorCall())(listGroups, { query: { search: 'Property Underwriting' } })
  const group = data.items.find(({ groupName }) => groupName === 'Property Underwriting')
  await enter(page, await activeUser('Harriet', group ? [group.groupId] : []))
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await page.goto(at('/home/launchpad'))
  const tile = page.getByRole('region', { name: 'Applications' }).getByRole('link', { name: /^UnderwriteIQ/ })
  await expect(tile).toBeVisible()
  await expect(page.getByRole('region', { name: 'Needs attention' })).toHaveCount(0)
  await expect(page.getByRole('main').getByRole('region')).toHaveCount(1)
  expect(asked.filter((url) => url.includes('/monitoring/home'))).toEqual([])
  await expectNoViolations(page)
  await tile.click()
  await expect(page.getByRole('heading', { level: 1, name: 'UnderwriteIQ' })).toBeVisible()
})
