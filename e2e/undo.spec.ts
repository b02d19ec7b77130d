import { expect, test, type Page } from '@playwright/test'
import { deleteGroup, getGroup, patchGroup } from '@steward/contract/groups/endpoints'
import { patchRole } from '@steward/contract/roles/endpoints'
import { expectNoViolations } from './support/axe.ts'
import { activeUser, administratorCall, enter } from './support/people.ts'
import { asAdministrator, buildGroup, buildRole, buildUser, groupIdOf, otherAdministrator, renameGroup, unique } from './support/screens.ts'
import { at } from './support/server.ts'

const groups = '/home/user-administration/groups'
const roles = '/home/user-administration/roles'
const record = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const question = (page: Page) => page.getByRole('dialog', { name: 'Undo this change?' })

/** A whole second, to which everything so far belongs, once it has begun. */
async function settledSecond(): Promise<number> {
  const second = Math.ceil(Date.now() / 1_000) * 1_000
  await expect.poll(() => Date.now()).toBeGreaterThan(second + 1)
  return second
}

/** A moment as it is typed in the time zone of the browser. */
const typedMoment = (page: Page, at: number): Promise<string> =>
  page.evaluate((ms) => new Date(ms).toLocaleString('sv-SE').replace(' ', 'T'), at)

/** Asks the explainer about a moment. */
async function askAsOf(page: Page, at: number): Promise<void> {
  const typed = await typedMoment(page, at)
  await page.getByRole('button', { name: /^(Look at an earlier moment|Another moment)$/ }).click()
  await page.getByRole('dialog').getByLabel('As of').fill(typed)
  await page.getByRole('dialog').getByRole('button', { name: 'Show' }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(page.getByText('You are looking at')).toBeVisible()
}

test('a removed action is seen before it is saved, undone by another administrator, and explained as of each moment', async ({ page }) => {
  const role = await buildRole(['ViewUsers', 'ViewGroups'])
  const person = await buildUser()
  const group = await buildGroup([role.roleId], [person.username])
  const before = await settledSecond()
  await asAdministrator(page, `${roles}/${role.roleId}/actions`, role.roleName)
  await page.getByRole('checkbox', { name: 'View groups', exact: true }).uncheck()
  const saving = page.getByRole('region', { name: 'Effect of saving' })
  await expect(saving.getByText('1 person loses access.')).toBeVisible()
  await saving.getByText('People').click()
  await expect(saving.getByText('Permissions: View groups')).toBeVisible()
  await expectNoViolations(page)
  await saving.getByRole('button', { name: 'Save actions' }).click()
  await expect(saving).toBeHidden()
  const between = await settledSecond()

  const other = await otherAdministrator(page, `${roles}/${role.roleId}`, role.roleName)
  await record(other, role.roleName).getByRole('link', { name: 'History' }).click()
  await other.getByRole('button', { name: /^Undo: .* removed / }).click()
  await expect(question(other).getByText('1 person gains access.')).toBeVisible()
  await expect(question(other).getByRole('region', { name: 'What comes back' })).toContainText('Added')
  await expectNoViolations(other)
  await question(other).getByRole('button', { name: 'Undo change' }).click()
  await expect(other.getByText('The change was undone.')).toBeVisible()
  await expect(other.getByRole('link', { name: /^Undone/ })).toBeVisible()

  await other.goto(at(`/home/user-administration/access?user=${person.userId}&ask=Admin.ViewGroups`))
  const answer = other.getByRole('region', { name: 'Access', exact: true })
  await expect(answer.getByRole('status')).toContainText('Yes,')
  await askAsOf(other, between)
  await expect(answer.getByRole('status')).toContainText(`${person.givenName} Tester does not have this permission`)
  await expect(answer).toContainText('those of today')
  await expectNoViolations(other)
  await askAsOf(other, before)
  await expect(answer.getByRole('status')).toContainText(`${person.givenName} Tester has this permission`)
  await expect(answer.getByText(role.roleName).first()).toBeVisible()
  await expect(answer.getByText(group.groupName).first()).toBeVisible()

  await other.getByRole('button', { name: 'Back to now' }).click()
  await expect(other.getByText('You are looking at')).toBeHidden()
  await expect(answer.getByRole('status')).toContainText(`${person.givenName} Tester has this permission`)
})

test('the access map is shown before and after, and people are named page by page', async ({ page }) => {
  const role = await buildRole(['ViewUsers', 'EditUsers'])
  const people = await Promise.all(Array.from({ length: 22 }, () => buildUser()))
  const group = await buildGroup(
    [role.roleId],
    people.map(({ username }) => username),
  )
  await asAdministrator(page, `${roles}/${role.roleId}/actions`, role.roleName)
  await page.getByRole('checkbox', { name: 'Edit users', exact: true }).uncheck()
  const saving = page.getByRole('region', { name: 'Effect of saving' })
  await expect(saving.getByText('22 people lose access.')).toBeVisible()
  await saving.getByText('People 22').click()
  await expect(saving.getByText('and 2 more')).toBeVisible()
  await saving.getByRole('button', { name: 'Show more' }).click()
  const alike = saving.getByRole('listitem').filter({ hasText: 'Lose: Edit users' })
  await expect(alike).toHaveCount(1)
  await expect(alike).toContainText(new RegExp(`^(?:\\S+ Tester,? ?){22}Lose:`))
  await expect(saving.getByRole('button', { name: 'Show more' })).toHaveCount(0)
  await saving.getByText('Access map, before and after').click()
  await expect(saving.getByRole('row', { name: `${group.groupName} Edit before, View after` })).toBeVisible()
  await expectNoViolations(page)
})

test('a history shows the record as of then, also one that is gone', async ({ page }) => {
  const role = await buildRole(['ViewUsers'])
  const group = await buildGroup([role.roleId])
  const call = await administratorCall()
  const renamed = unique('Renamed ')
  await call(patchGroup, {
    params: { groupId: group.groupId },
    body: [{ operation: 'Update', targetProperty: 'GroupName', value: renamed }],
    ifMatch: '*',
  })
  await asAdministrator(page, `${groups}/${group.groupId}/history`, renamed)
  const created = page.getByRole('listitem').filter({ hasText: 'created' }).last()
  await created.getByText(/details?$/).click()
  await created.getByRole('link', { name: 'Show as of then' }).click()
  const shown = record(page, group.groupName)
  await expect(page.getByText('You are looking at')).toBeVisible()
  await expect(shown.getByRole('heading', { name: group.groupName })).toBeVisible()
  await expect(shown.getByRole('textbox', { name: 'Name' })).not.toBeEditable()
  await expectNoViolations(page)
  await call(deleteGroup, { params: { groupId: group.groupId }, ifMatch: '*' })
  await page.reload()
  await expect(shown).toBeVisible()
  await shown.getByRole('link', { name: /^Roles/ }).click()
  await shown.getByRole('link', { name: role.roleName }).click()
  await expect(record(page, role.roleName)).toBeVisible()
  await expect(page.getByText('You are looking at')).toBeVisible()

  await page.goto(at(`${groups}/${group.groupId}`))
  await expect(page.getByText('You are looking at')).toBeHidden()
  await expect(page.getByRole('heading', { name: group.groupName })).toBeHidden()
})

test('every list is shown as of a moment, marked and read-only; pages without a past say so', async ({ page }) => {
  const call = await administratorCall()
  const group = await buildGroup([])
  const moment = await settledSecond()
  await call(deleteGroup, { params: { groupId: group.groupId }, ifMatch: '*' })
  await asAdministrator(page, groups, 'Groups')
  await page.getByRole('searchbox').first().fill(group.groupName)
  await page.waitForURL(/q=/)
  await expect(page.getByRole('row', { name: group.groupName })).toHaveCount(0)
  await page.getByRole('button', { name: /account/ }).click()
  await page.getByRole('menuitem', { name: 'Look at an earlier moment' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Show' }).click()
  await expect(page.getByRole('dialog').getByText('Choose a date and time.')).toBeVisible()
  await page
    .getByRole('dialog')
    .getByLabel('As of')
    .fill(await typedMoment(page, moment))
  await page.keyboard.press('Enter')
  await expect(page.getByText('You are looking at')).toBeVisible()
  await expect(page.getByRole('row', { name: group.groupName })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Create group' })).toHaveAttribute('aria-disabled', 'true')
  await expectNoViolations(page)

  const menu = page.getByRole('navigation', { name: 'Main' })
  await expect(menu.getByRole('link', { name: 'Audit Log' })).toHaveCount(0)
  await menu.getByRole('link', { name: 'Users', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Users', level: 1 })).toBeVisible()
  await expect(page.getByText('You are looking at')).toBeVisible()
  await page.goto(`${at('/home/monitoring/audit-log')}?moment=${new Date(moment).toISOString()}`)
  await expect(page.getByRole('heading', { name: 'This page shows only the present' })).toBeVisible()
  await expectNoViolations(page)
  await page.getByRole('button', { name: 'Back to now' }).click()
  await expect(page.getByRole('heading', { name: 'Audit Log', level: 1 })).toBeVisible()
  await expect(page.getByText('You are looking at')).toBeHidden()
})

test('people and roles are compared as of a moment, and one that is not kept leads to the earliest', async ({ page }) => {
  const role = await buildRole(['ViewUsers', 'ViewGroups'])
  const other = await buildRole(['ViewUsers'])
  const before = await settledSecond()
  const call = await administratorCall()
  const name = unique('Renamed role')
  await call(patchRole, {
    params: { roleId: role.roleId },
    body: [{ operation: 'Update', targetProperty: 'Name', value: name }],
    ifMatch: '*',
  })
  await asAdministrator(page, `/home/user-administration/access/compare?what=roles&a=${role.roleId}&b=${other.roleId}`, 'Access')
  await expect(page.getByLabel('First role')).toHaveValue(name)
  await page.getByRole('button', { name: /account/ }).click()
  await page.getByRole('menuitem', { name: 'Look at an earlier moment' }).click()
  await page
    .getByRole('dialog')
    .getByLabel('As of')
    .fill(await typedMoment(page, before))
  await page.keyboard.press('Enter')
  await expect(page.getByText('You are looking at')).toBeVisible()
  await expect(page.getByLabel('First role')).toHaveValue(role.roleName)
  await expect(page.getByRole('region', { name: 'Actions' }).getByText('View groups')).toBeVisible()
  await expect(page.getByRole('radio', { name: 'Two moments' })).toHaveCount(0)
  await expectNoViolations(page)

  await page.goto(`${at(groups)}?moment=2001-01-01T00:00:00.000Z`)
  await expectNoViolations(page)
  await page.getByRole('link', { name: 'Show the earliest moment' }).click()
  await expect(page.getByRole('table', { name: 'Groups' })).toBeVisible()
})

test('a deleted group comes back by one click in the message, and its people by Ctrl Z', async ({ page }) => {
  const user = await buildUser()
  const group = await buildGroup([(await buildRole(['ViewUsers'])).roleId], [user.username])
  await asAdministrator(page, `${groups}/${group.groupId}/members`, group.groupName)
  const own = record(page, group.groupName)
  await own.getByRole('checkbox', { name: `Select ${user.givenName} Tester` }).check()
  await own.getByRole('button', { name: 'Remove 1 user' }).click()
  const removing = page.getByRole('dialog')
  await expect(removing.getByText('1 person loses access.')).toBeVisible()
  await removing.getByRole('button', { name: 'Remove 1 user' }).click()
  await expect(own.getByRole('heading', { name: 'No members yet' })).toBeVisible()
  await page.keyboard.press('Control+z')
  await question(page).getByRole('button', { name: 'Undo change' }).click()
  await expect(own.getByRole('checkbox', { name: `Select ${user.givenName} Tester` })).toBeVisible()

  const empty = await buildGroup([(await buildRole(['ViewUsers'])).roleId])
  await page.goto(at(`${groups}/${empty.groupId}`))
  await record(page, empty.groupName).getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('button', { name: `Delete group ${empty.groupName}` }).click()
  const message = page.getByRole('region', { name: 'Messages' })
  await message.getByRole('button', { name: 'Undo' }).click()
  await expect(question(page).getByText(`Group ${empty.groupName} was deleted.`)).toBeVisible()
  await question(page).getByRole('button', { name: 'Undo change' }).click()
  await message.getByRole('button', { name: 'View' }).click()
  await expect(record(page, empty.groupName)).toBeVisible()
  const { data } = await (await administratorCall())(getGroup, { params: { groupId: empty.groupId } })
  expect(data.roles).toHaveLength(1)
})

test('a deleted user comes back, and the question says what does not', async ({ page }) => {
  const user = await buildUser()
  const name = `${user.givenName} Tester`
  await asAdministrator(page, `/home/user-administration/users/${user.userId}`, name)
  await record(page, name).getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('button', { name: `Delete user ${name}` }).click()
  await page.getByRole('region', { name: 'Messages' }).getByRole('button', { name: 'Undo' }).click()
  await expect(question(page).getByText(/^An undo doesn’t bring back: passwords, /)).toBeVisible()
  await expectNoViolations(page)
})

test('what others changed since is shown field by field, and nothing is undone', async ({ page }) => {
  const group = await buildGroup()
  const [first, second] = [unique('First '), unique('Second ')]
  await renameGroup(group.groupId, first)
  await renameGroup(group.groupId, second)
  await asAdministrator(page, `${groups}/${group.groupId}/history`, second)
  await page.getByRole('button', { name: `renamed group ${group.groupName} to ${first}` }).click()
  const row = question(page).getByRole('table').getByRole('row').last()
  for (const text of [group.groupName, first, second]) await expect(row).toContainText(text)
  await expect(question(page).getByRole('button', { name: 'Undo change' })).toHaveAccessibleDescription('Something else was changed since.')
  await expectNoViolations(page)
})

test('who lacks the permission reads which one', async ({ page }) => {
  const group = await buildGroup()
  await enter(page, await activeUser(unique('Viewer'), [await groupIdOf('Internal Audit')]))
  await page.goto(at(`${groups}/${group.groupId}/history`))
  const undo = page.getByRole('button', { name: /^Undo: / }).first()
  await expect(undo).toHaveAccessibleDescription('To undo this, you need the permission “Edit groups”.')
  await undo.press('Enter')
  await expect(question(page)).toBeHidden()
  await expectNoViolations(page)
  await (
    await administratorCall()
  )(deleteGroup, { params: { groupId: group.groupId }, ifMatch: '*' })
})
