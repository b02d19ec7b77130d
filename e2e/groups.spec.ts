import { readFileSync } from 'node:fs'
import { expect, test, type Page } from '@playwright/test'
import { expectNoViolations } from './support/axe.ts'
import { activeUser, enter } from './support/people.ts'
import { asAdministrator, buildGroup, buildRole, buildUser, groupIdOf, otherAdministrator, unique } from './support/screens.ts'
import { at } from './support/server.ts'

const groups = '/home/user-administration/groups'
const table = (page: Page) => page.getByRole('table', { name: 'Groups' })
const row = (page: Page, name: string) =>
  table(page)
    .getByRole('row')
    .filter({ has: page.getByRole('link', { name, exact: true }) })
const panel = (page: Page, name: string) => page.getByRole('dialog', { name })
/** A group, beside the list or on a page. */
const record = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const openRecord = (page: Page, path: string, name: string) => asAdministrator(page, `${groups}/${path}`, name)
const open = (page: Page, path = groups) => asAdministrator(page, path, 'Groups')

test.describe('the list', () => {
  test('searches, filters and sorts, with all state in the URL', async ({ page }) => {
    await open(page)
    for (const name of ['Group Name', 'Date Created', 'Users', 'Roles', 'Active'])
      await expect(table(page).getByRole('columnheader', { name, exact: true })).toBeVisible()
    await page.getByRole('searchbox', { name: 'Search groups' }).fill('under')
    await expect(row(page, 'Treaty Underwriting')).toBeVisible()
    await expect(row(page, 'Climate Risk')).toHaveCount(0)
    await expect(page).toHaveURL(/q=under/)
    await page.getByRole('button', { name: 'Clear filters' }).click()

    await page.getByRole('button', { name: 'Status', exact: true }).click()
    await page.getByRole('menuitemcheckbox', { name: 'Disabled' }).click()
    await page.keyboard.press('Escape')
    await expect(row(page, 'External Contractors')).toBeVisible()
    await expect(row(page, 'Climate Risk')).toHaveCount(0)
    await page.reload()
    await expect(page.getByRole('button', { name: 'Status: Disabled' })).toBeVisible()
    await page.getByRole('button', { name: 'Clear filters' }).click()

    await page.getByRole('button', { name: 'Role', exact: true }).click()
    await page.getByRole('combobox', { name: 'Find role' }).fill('auditor')
    await page.getByRole('option', { name: 'Auditor' }).click()
    await page.keyboard.press('Escape')
    await expect(row(page, 'Internal Audit')).toBeVisible()
    await page.getByRole('button', { name: 'Clear filters' }).click()

    const users = table(page).getByRole('columnheader', { name: 'Users' })
    await users.getByRole('button').click()
    await users.getByRole('button').click()
    await expect(users).toHaveAttribute('aria-sort', 'descending')
    await expect(page).toHaveURL(/sort=-userCount/)
    await page.goto(at(`${groups}?q=nogroupiscalledthis`))
    await expect(page.getByRole('heading', { name: 'No matches' })).toBeVisible()
    await page.getByRole('button', { name: 'Clear search and filters' }).click()
    await expect(row(page, 'admin Reserved')).toBeVisible()
    // A URL with an unknown id, or with something that isn't an id.
    for (const id of [crypto.randomUUID(), 'analysts']) {
      await page.goto(at(`${groups}/${id}`))
      await expect(record(page, 'Group').getByRole('heading', { name: 'Group not found' })).toBeVisible()
    }
  })

  test('on phones, a menu sorts the rows, and nothing moves when its button arrives', async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 700 })
    const asked = Promise.withResolvers<void>()
    await page.route('**/SortMenu-*.js', async (route) => {
      await asked.promise
      await route.continue()
    })
    await open(page)
    const first = table(page)
      .getByRole('row')
      .filter({ has: page.getByRole('link') })
      .first()
    await expect(first).toBeVisible()
    const topOfFirst = async () => {
      await page.evaluate(() => document.fonts.ready)
      return first.evaluate((element) => element.getBoundingClientRect().top)
    }
    const before = await topOfFirst()
    const sort = page.getByRole('button', { name: 'Sort', exact: true })
    await expect(sort).toHaveCount(0)
    asked.resolve()
    await expect(sort).toBeVisible()
    expect(await topOfFirst()).toBe(before)
    await sort.click()
    await page.getByRole('menuitemradio', { name: 'Group Name, descending' }).click()
    await expect(page).toHaveURL(/sort=-groupName/)
  })

  test('exports the filtered list', async ({ page }) => {
    await open(page, `${groups}?q=audit`)
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export CSV' }).click()
    const file = await download
    expect(file.suggestedFilename()).toMatch(/^groups-\d{4}-\d\d-\d\d\.csv$/)
    const lines = readFileSync(await file.path(), 'utf8')
      .trim()
      .split('\n')
    expect(lines.length).toBeGreaterThan(1)
    expect(lines.slice(1).every((line) => line.includes('Audit'))).toBe(true)
  })

  test('disables and deletes several groups, and says in advance which it skips', async ({ page }) => {
    const name = unique('Bulk ')
    const role = await buildRole(['ViewGroups'])
    const user = await buildUser()
    await buildGroup([role.roleId], [user.username], `${name} held`)
    await buildGroup([], [], `${name} empty`)
    await open(page, `${groups}?q=${encodeURIComponent(name)}`)
    await page.getByRole('checkbox', { name: 'Select all rows of this page' }).check()
    const selection = page.getByRole('region', { name: 'Selection' })
    await selection.getByRole('button', { name: 'Disable' }).click()
    const question = panel(page, 'Disable 2 groups?')
    await expect(question.getByText('1 person immediately loses what no other group allows')).toBeVisible()
    await expect(question.getByText(role.roleName)).toBeVisible()
    await question.getByRole('button', { name: 'Disable 2 groups' }).click()
    await expect(page.getByText('2 groups were disabled.')).toBeVisible()
    await expect(table(page).getByText('Disabled')).toHaveCount(2)

    await selection.getByRole('button', { name: 'Delete' }).click()
    const deletion = panel(page, `Delete group ${name} empty?`)
    await expect(deletion.getByText('You need to first delete the users assigned to that group')).toBeVisible()
    await expect(deletion.getByRole('button', { name: 'Cancel' })).toBeFocused()
    await deletion.getByRole('button', { name: `Delete group ${name} empty` }).click()
    await expect(page.getByText(`Group ${name} empty was deleted.`)).toBeVisible()
    await expect(row(page, `${name} held`)).toBeVisible()
    await expect(row(page, `${name} empty`)).toHaveCount(0)
    await expect(selection.getByText('1 selected')).toBeVisible()
  })

  test('shows changes by others without losing the selection', async ({ page }) => {
    const group = await buildGroup()
    await open(page, `${groups}?q=${encodeURIComponent(group.groupName)}`)
    await page.getByRole('checkbox', { name: `Select ${group.groupName}` }).check()
    const other = await otherAdministrator(page, `${groups}/${group.groupId}`, group.groupName)
    await other.getByLabel('Group Name').fill(`${group.groupName} renamed`)
    await other.getByRole('button', { name: 'Save' }).click()
    await expect(row(page, `${group.groupName} renamed`)).toBeVisible()
    await expect(page.getByText('1 selected')).toBeVisible()
    await other.context().close()
  })
})

test.describe('creating', () => {
  test('takes two steps, keeps the selection across searches, and shows errors next to the name', async ({ page }) => {
    const name = unique('Treaty desk ')
    const role = await buildRole(['ViewUsers'])
    const user = await buildUser()
    await open(page)
    await page.getByRole('link', { name: 'Create group' }).click()
    const form = panel(page, 'Create group')
    await expect(form.getByLabel('Group Name')).toBeFocused()
    await form.getByRole('button', { name: 'Next: Add Roles' }).click()
    await expect(form.getByLabel('Group Name')).toHaveAccessibleDescription(/Enter a name/)
    await form.getByLabel('Group Name').fill('Admin')
    await form.getByRole('button', { name: 'Next: Add Roles' }).click()
    await expect(form.getByLabel('Group Name')).toHaveAccessibleDescription(/The name “Admin” is reserved/)
    await form.getByLabel('Group Name').fill('a<b')
    await form.getByRole('button', { name: 'Next: Add Roles' }).click()
    await expect(form.getByLabel('Group Name')).toHaveAccessibleDescription(/The provided group name is invalid/)
    await form.getByLabel('Group Name').fill('internal audit')

    const users = form.getByRole('table', { name: 'Users' })
    await expect(users.getByRole('columnheader', { name: 'Email' })).toBeVisible()
    await form.getByRole('searchbox', { name: 'Search users' }).fill('ada.lindqvist')
    await users.getByRole('checkbox', { name: 'Select Ada Lindqvist' }).check()
    await form.getByRole('searchbox', { name: 'Search users' }).fill(user.givenName)
    await users.getByRole('checkbox', { name: `Select ${user.givenName} Tester` }).check()
    await expect(form.getByText('2 selected')).toBeVisible()
    await form.getByRole('button', { name: 'Remove Ada Lindqvist' }).click()
    await form.getByRole('button', { name: 'Next: Add Roles' }).click()

    await expect(form.getByText('Choosing a role assigns it to the group members automatically.')).toBeVisible()
    await form.getByRole('searchbox', { name: 'Search roles' }).fill(role.roleName)
    await form.getByRole('checkbox', { name: `Select ${role.roleName}` }).check()
    await form.getByRole('button', { name: 'Create group' }).click()
    await expect(form.getByLabel('Group Name')).toHaveAccessibleDescription(/A group with this name already exists/)
    await form.getByRole('button', { name: 'Back to Add Users' }).click()
    await expect(form.getByRole('button', { name: `Remove ${user.givenName} Tester` })).toBeVisible()
    await form.getByLabel('Group Name').fill(name)
    await form.getByRole('button', { name: 'Next: Add Roles' }).click()
    await form.getByRole('button', { name: 'Create group' }).click()
    await expect(page.getByText(`Group ${name} was created.`)).toBeVisible()
    await page.getByRole('searchbox', { name: 'Search groups' }).fill(name)
    await expect(row(page, name)).toContainText(role.roleName)
    await expect(row(page, name).getByRole('link', { name: `Members of ${name}: 1` })).toBeVisible()
  })

  test('asks before discarding input', async ({ page }) => {
    await open(page, `${groups}/new`)
    await page.getByRole('textbox', { name: 'Group Name' }).fill('Half')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Discard changes' }).click()
    await expect(panel(page, 'Create group')).toHaveCount(0)
  })
})

test.describe("a group's panel", () => {
  test('adds and removes members, and then deletes the group', async ({ page }) => {
    const role = await buildRole(['ViewUsers'])
    const user = await buildUser()
    const group = await buildGroup([role.roleId])
    await openRecord(page, group.groupId, group.groupName)
    const own = record(page, group.groupName)
    await own.getByRole('link', { name: /^Members/ }).click()
    await expect(own.getByRole('heading', { name: 'No members yet' })).toBeVisible()
    await own.getByRole('button', { name: 'Add users' }).click()
    const adding = panel(page, `Add users to ${group.groupName}`)
    await adding.getByRole('searchbox', { name: 'Search users' }).fill(user.givenName)
    await adding.getByRole('checkbox', { name: `Select ${user.givenName} Tester` }).check()
    await expect(adding.getByText(role.roleName)).toBeVisible()
    await adding.getByRole('button', { name: 'Add 1 user' }).click()
    await expect(page.getByText(`${user.givenName} Tester was added to ${group.groupName}.`)).toBeVisible()

    await own.getByRole('link', { name: 'Overview' }).click()
    await expect(own.getByRole('button', { name: 'Delete' })).toHaveAccessibleDescription(
      'You need to first delete the users assigned to that group. Remove 1 member first.',
    )
    await own.getByRole('link', { name: /^Members/ }).click()
    await own.getByRole('checkbox', { name: `Select ${user.givenName} Tester` }).check()
    await own.getByRole('button', { name: 'Remove 1 user' }).click()
    const removing = panel(page, `Remove ${user.givenName} Tester from ${group.groupName}?`)
    await expect(removing.getByText(role.roleName)).toBeVisible()
    await removing.getByRole('button', { name: 'Remove 1 user' }).click()
    await expect(own.getByRole('heading', { name: 'No members yet' })).toBeVisible()

    await own.getByRole('link', { name: 'Overview' }).click()
    await own.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('button', { name: `Delete group ${group.groupName}` }).click()
    await expect(page.getByText(`Group ${group.groupName} was deleted.`)).toBeVisible()
    await expect(own).toHaveCount(0)
  })

  test('keeps the buttons of a question under the pointer when its effects arrive', async ({ page }) => {
    const user = await buildUser()
    const group = await buildGroup([(await buildRole(['ViewUsers'])).roleId], [user.username])
    await openRecord(page, `${group.groupId}/members`, group.groupName)
    const asked = Promise.withResolvers<void>()
    await page.route(`**/groups/${group.groupId}`, async (route) => {
      if (route.request().headers().prefer === 'preview') await asked.promise
      await route.continue()
    })
    const own = record(page, group.groupName)
    await own.getByRole('checkbox', { name: `Select ${user.givenName} Tester` }).check()
    await own.getByRole('button', { name: 'Remove 1 user' }).click()
    const removing = panel(page, `Remove ${user.givenName} Tester from ${group.groupName}?`)
    await expect(removing.getByText('Checking what would change')).toBeVisible()
    await removing.getByRole('button', { name: 'Remove 1 user' }).hover()
    await page.mouse.down()
    asked.resolve()
    await expect(removing.getByText('1 person loses access.')).toBeVisible()
    await page.mouse.up()
    await expect(own.getByRole('heading', { name: 'No members yet' })).toBeVisible()
  })

  test('changes roles while showing the people affected', async ({ page }) => {
    const [gone, kept] = [await buildRole(['ViewUsers']), await buildRole(['ViewGroups'])]
    const user = await buildUser()
    const group = await buildGroup([gone.roleId], [user.username])
    await openRecord(page, `${group.groupId}/roles`, group.groupName)
    const own = record(page, group.groupName)
    await own.getByRole('combobox', { name: 'Add role' }).fill(kept.roleName)
    await page.getByRole('option', { name: kept.roleName }).click()
    await own.getByRole('button', { name: `Remove ${gone.roleName}` }).click()
    const effect = own.getByRole('region', { name: 'Effect of saving' })
    await expect(effect.getByText('1 person gains access, 1 person loses access.')).toBeVisible()
    await expect(effect.getByText(kept.roleName)).toBeVisible()
    const request = page.waitForRequest((sent) => sent.method() === 'PATCH')
    await effect.getByRole('button', { name: 'Save roles' }).click()
    expect((await request).postDataJSON()).toEqual([
      { operation: 'Remove', targetProperty: 'RoleIds', value: [gone.roleId] },
      { operation: 'Add', targetProperty: 'RoleIds', value: [kept.roleId] },
    ])
    await expect(page.getByText(`Group ${group.groupName} was updated.`)).toBeVisible()
    await expect(own.getByRole('list', { name: 'Roles' }).getByRole('listitem')).toHaveCount(1)
  })

  test('reports a newer version while editing, shows both, and loses nothing', async ({ page }) => {
    const group = await buildGroup()
    await openRecord(page, group.groupId, group.groupName)
    const other = await otherAdministrator(page, `${groups}/${group.groupId}`, group.groupName)
    await page.getByRole('textbox', { name: 'Group Name' }).fill(`${group.groupName} mine`)
    await other.getByLabel('Group Name').fill(`${group.groupName} theirs`)
    await other.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('Someone else changed this')).toBeVisible()
    await other.context().close()
    await expect(page.getByRole('textbox', { name: 'Group Name' })).toHaveValue(`${group.groupName} mine`)
    await page.getByRole('button', { name: 'Save' }).click()
    const conflict = page.getByRole('dialog', { name: /^Someone else changed / })
    await expect(conflict.getByRole('radio', { name: `Group Name, Saved version: ${group.groupName} theirs` })).toBeVisible()
    await conflict.getByRole('button', { name: 'Save chosen version' }).click()
    await expect(page.getByText(`Group ${group.groupName} mine was updated.`)).toBeVisible()
  })

  test('does not allow changes to the reserved group, and says why', async ({ page }) => {
    await openRecord(page, await groupIdOf('admin'), 'admin')
    const own = record(page, 'admin')
    const reason = 'The group “admin” is reserved and can’t be changed.'
    for (const name of ['Save', 'Disable', 'Delete'])
      await expect(own.getByRole('button', { name, exact: true })).toHaveAccessibleDescription(reason)
    await expect(own.getByLabel('Group Name')).not.toBeEditable()
    await own.getByRole('link', { name: /^Roles/ }).click()
    await expect(own.getByRole('button', { name: 'Remove Tenant Administrator' })).toHaveAccessibleDescription(reason)
  })
})

test('a view-only administrator sees everything and is told why nothing can be changed', async ({ page }) => {
  const auditor = await activeUser(unique('Viewer'), [await groupIdOf('Internal Audit')])
  await enter(page, auditor)
  await page.goto(at(`${groups}?q=audit`))
  const reason = 'You need the permission “Edit groups”, which a tenant administrator can grant.'
  await expect(page.getByRole('button', { name: 'Create group' })).toHaveAccessibleDescription(reason)
  await row(page, 'Internal Audit').getByRole('link', { name: 'Internal Audit', exact: true }).click()
  const own = record(page, 'Internal Audit')
  await expect(own.getByRole('button', { name: 'Save' })).toHaveAccessibleDescription(reason)
  await own.getByRole('link', { name: /^Members/ }).click()
  await expect(own.getByRole('button', { name: 'Add users' })).toHaveAccessibleDescription(reason)
  await page.goto(at(`${groups}/new`))
  await page.waitForURL('**/401**')
})

test('a group can be created by keyboard alone', async ({ page }) => {
  const name = unique('Keyboard ')
  await open(page)
  await page.getByRole('link', { name: 'Create group' }).press('Enter')
  const form = panel(page, 'Create group')
  await expect(form.getByLabel('Group Name')).toBeFocused()
  await page.keyboard.type(name)
  await page.keyboard.press('Tab')
  await expect(form.getByRole('searchbox', { name: 'Search users' })).toBeFocused()
  await page.keyboard.type('ada.lindqvist')
  await expect(form.getByRole('row', { name: /Ada Lindqvist/ })).toBeVisible()
  await expect(form.getByRole('table', { name: 'Users' }).getByRole('row')).toHaveCount(2)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Space')
  await expect(form.getByText('1 selected')).toBeVisible()
  await form.getByLabel('Group Name').press('Enter')
  await expect(form.getByText('Choosing a role assigns it')).toBeVisible()
  await form.getByLabel('Group Name').press('Enter')
  await expect(page.getByText(`Group ${name} was created.`)).toBeVisible()
})

test('every screen passes axe in light and dark', async ({ page }) => {
  test.slow()
  const user = await buildUser()
  const group = await buildGroup([(await buildRole(['ViewUsers'])).roleId], [user.username])
  await open(page)
  await expect(row(page, 'admin Reserved')).toBeVisible()
  await page.getByRole('checkbox', { name: 'Select all rows of this page' }).check()
  await expectNoViolations(page)
  for (const [path, heading] of [
    ['/new', 'Create group'],
    [`/${group.groupId}`, group.groupName],
    [`/${group.groupId}/members`, group.groupName],
    [`/${group.groupId}/roles`, group.groupName],
    [`/${group.groupId}/history`, group.groupName],
  ] as const) {
    await page.goto(at(groups + path))
    await expect(panel(page, heading).or(record(page, heading))).toBeVisible()
    await page.waitForLoadState('networkidle')
    await expectNoViolations(page)
  }
})
