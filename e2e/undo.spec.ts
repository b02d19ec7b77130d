import { expect, test, type Page } from '@playwright/test'
import { deleteGroup, getGroup, patchGroup } from '@steward/contract/groups/endpoints'
import { expectNoViolations } from './support/axe.ts'
import { activeUser, administratorCall, enter } from './support/people.ts'
import { asAdministrator, buildGroup, buildRole, buildUser, groupIdOf, unique } from './support/screens.ts'
import { at } from './support/server.ts'

const groups = '/home/user-administration/groups'
const roles = '/home/user-administration/roles'
const record = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const question = (page: Page) => page.getByRole('dialog', { name: 'Undo this change?' })

test('an administrator sees who loses what before saving, and undoes it from the history after a preview', async ({ page }) => {
  const role = await buildRole(['ViewUsers', 'ViewGroups'])
  await buildGroup([role.roleId], [(await buildUser()).username])
  await asAdministrator(page, `${roles}/${role.roleId}/actions`, role.roleName)
  await page.getByRole('checkbox', { name: 'View groups', exact: true }).uncheck()
  const saving = page.getByRole('region', { name: 'Effect of saving' })
  await expect(saving.getByText('1 person loses access.')).toBeVisible()
  await saving.getByText('People').click()
  await expect(saving.getByText(/^Loses: .*View groups/)).toBeVisible()
  await expectNoViolations(page)
  await saving.getByRole('button', { name: 'Save actions' }).click()
  await expect(saving).toBeHidden()

  await record(page, role.roleName).getByRole('link', { name: 'History' }).click()
  await page.getByRole('button', { name: /^Undo: .* removed / }).click()
  await expect(question(page).getByText('1 person gains access.')).toBeVisible()
  await expect(question(page).getByRole('region', { name: 'What comes back' })).toContainText('Added')
  await expectNoViolations(page)
  await question(page).getByRole('button', { name: 'Undo change' }).click()
  await expect(page.getByText('The change was undone.')).toBeVisible()
  await expect(page.getByRole('link', { name: /^Undone/ })).toBeVisible()
  await page.getByRole('button', { name: 'View', exact: true }).click()
  await expect(page.getByText(role.roleName).first()).toBeVisible()
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

test('what others changed since is shown field by field, and nothing is undone', async ({ page }) => {
  const group = await buildGroup()
  const call = await administratorCall()
  const rename = (value: string) =>
    call(patchGroup, {
      params: { groupId: group.groupId },
      body: [{ operation: 'Update', targetProperty: 'GroupName', value }],
      ifMatch: '*',
    })
  const [first, second] = [unique('First '), unique('Second ')]
  await rename(first)
  await rename(second)
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
