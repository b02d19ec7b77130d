import { readFileSync } from 'node:fs'
import { expect, test, type Page } from '@playwright/test'
import { createUser } from '@steward/contract/users/endpoints'
import type { User } from '@steward/contract/users/schemas'
import { expectNoViolations } from './support/axe.ts'
import { demoCredentials } from './support/demo.ts'
import { mailTo } from './support/mails.ts'
import { activeUser, administratorCall, enter } from './support/people.ts'
import { groupIdOf, unique } from './support/screens.ts'
import { at } from './support/server.ts'

/** Fits on one page, however many users other tests have created. */
const allOnOnePage = /^1–(\d+) of \1$/
const users = '/home/user-administration/users'
const table = (page: Page) => page.getByRole('table', { name: 'Users' })
const row = (page: Page, name: string) =>
  table(page)
    .getByRole('row')
    .filter({ has: page.getByRole('link', { name, exact: true }) })
const panel = (page: Page, name: string) => page.getByRole('dialog', { name })
/** A user, beside the list or on a page. */
const record = (page: Page, name: string) => page.getByRole('region', { name })

const mailOf = (givenName: string) => `${givenName.toLowerCase()}@meridian-re.example`

async function asAdministrator(page: Page, path = users): Promise<void> {
  await enter(page, demoCredentials())
  await page.goto(at(path))
}

/** A user of this test, made through the API. */
async function buildUser(givenName = unique('Robin')): Promise<User> {
  const call = await administratorCall()
  return (await call(createUser, { body: { givenName, familyName: 'Tester', email: mailOf(givenName), groupIds: [] } })).data
}

test.describe('the list', () => {
  test('searches, filters, sorts and pages, with all state in the URL', async ({ page }) => {
    await asAdministrator(page)
    await expect(table(page).getByRole('row')).toHaveCount(21)
    await expect(page.getByText(/^1–20 of \d+$/)).toBeVisible()
    await page.getByRole('button', { name: 'Next page' }).click()
    await expect(page.getByText(/^21–40 of \d+$/)).toBeVisible()

    await page.getByRole('searchbox', { name: 'Search users' }).fill('lindqvist')
    await expect(row(page, 'Ada Lindqvist')).toBeVisible()
    await expect(page).toHaveURL(/q=lindqvist/)
    await expect(page).not.toHaveURL(/page=/)
    await page.getByRole('button', { name: 'Clear filters' }).click()

    await page.getByRole('button', { name: 'Status', exact: true, expanded: false }).click()
    await page.getByRole('menuitemcheckbox', { name: 'Invited' }).click()
    await page.keyboard.press('Escape')
    await expect(page).toHaveURL(/FORCE_CHANGE_PASSWORD/)
    await expect(table(page).getByText('Active')).toHaveCount(0)
    await page.getByRole('button', { name: 'Clear filters' }).click()

    await page.getByRole('button', { name: 'Group', exact: true }).click()
    await page.getByRole('combobox', { name: 'Find group' }).fill('internal')
    await page.getByRole('option', { name: 'Internal Audit' }).click()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('button', { name: 'Group: Internal Audit' })).toBeFocused()
    await expect(page.getByText(allOnOnePage)).toBeVisible()
    await page.reload()
    await expect(page.getByRole('button', { name: 'Group: Internal Audit' })).toBeVisible()
    await expect(page.getByText(allOnOnePage)).toBeVisible()

    const email = table(page).getByRole('columnheader', { name: 'Email' })
    await email.getByRole('button').click()
    await expect(email).toHaveAttribute('aria-sort', 'ascending')
    await email.getByRole('button').click()
    await expect(email).toHaveAttribute('aria-sort', 'descending')
    await expect(page).toHaveURL(/sort=-username/)
  })

  test('says if nothing matches, with a way to reset', async ({ page }) => {
    await asAdministrator(page, `${users}?q=nobodyiscalledthis`)
    await expect(page.getByRole('heading', { name: 'No matches' })).toBeVisible()
    await page.getByRole('button', { name: 'Clear search and filters' }).click()
    await expect(table(page)).toBeVisible()
  })

  test('exports the filtered list', async ({ page }) => {
    await asAdministrator(page, `${users}?q=lindqvist`)
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export CSV' }).click()
    const file = await download
    expect(file.suggestedFilename()).toMatch(/^users-\d{4}-\d\d-\d\d\.csv$/)
    const lines = readFileSync(await file.path(), 'utf8')
      .trim()
      .split('\n')
    expect(lines.length).toBeGreaterThan(1)
    expect(lines.slice(1).every((line) => line.toLowerCase().includes('lindqvist'))).toBe(true)
  })

  test('shows changes by others without losing the selection', async ({ page }) => {
    const user = await buildUser()
    await asAdministrator(page, `${users}?q=${user.givenName}`)
    await page.getByRole('checkbox', { name: `Select ${user.givenName} Tester` }).check()
    const other = await page.context().browser()?.newPage()
    if (!other) throw new Error('no second window')
    await asAdministrator(other, `${users}/${user.userId}`)
    await other.getByLabel('Family name').fill('Renamed')
    await other.getByRole('button', { name: 'Save' }).click()
    await expect(other.getByText(`${user.givenName} Renamed was updated.`)).toBeVisible()
    await other.close()
    await expect(row(page, `${user.givenName} Renamed`)).toBeVisible()
    await expect(page.getByText('1 selected')).toBeVisible()
  })

  test('changes several users, and says first who is skipped and why', async ({ page }) => {
    const name = unique('Bulk')
    const first = await buildUser(`${name}a`)
    const second = await buildUser(`${name}b`)
    await asAdministrator(page, `${users}?q=${name}`)
    await page.getByRole('checkbox', { name: 'Select all rows of this page' }).check()
    await page.getByRole('region', { name: 'Selection' }).getByRole('button', { name: 'Disable' }).click()
    const question = page.getByRole('dialog', { name: 'Disable 2 users?' })
    // The effects, which load later, name the same people.
    await expect(question.getByRole('list').first().getByText(`${first.givenName} Tester`)).toBeVisible()
    await question.getByRole('button', { name: 'Disable 2 users' }).click()
    await expect(page.getByText('2 users were disabled.')).toBeVisible()
    await expect(table(page).getByText('Disabled')).toHaveCount(2)

    await page.getByRole('button', { name: 'Clear selection' }).click()
    await page.goto(at(`${users}?q=ada.lindqvist`))
    await page.getByRole('checkbox', { name: 'Select Ada Lindqvist' }).check()
    await page.getByRole('searchbox', { name: 'Search users' }).fill(second.givenName)
    await page.getByRole('checkbox', { name: `Select ${second.givenName} Tester` }).check()
    await page.getByRole('region', { name: 'Selection' }).getByRole('button', { name: 'More' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    const deletion = page.getByRole('dialog', { name: `Delete ${second.givenName} Tester?` })
    await expect(deletion.getByRole('status').filter({ hasText: '1 user is skipped' })).toContainText(
      /You cannot delete or disable yourself\..*Ada Lindqvist/,
    )
    await deletion.getByRole('button', { name: `Delete user ${second.givenName} Tester` }).click()
    await expect(page.getByText(`${second.givenName} Tester was deleted.`)).toBeVisible()
    await expect(row(page, `${second.givenName} Tester`)).toHaveCount(0)
    await expect(page.getByText('1 selected')).toBeVisible()
  })
})

test.describe('creating', () => {
  test('invites by mail, shows errors next to the field, and continues with another user', async ({ page }) => {
    const givenName = unique('Grace')
    await asAdministrator(page)
    await page.getByRole('link', { name: 'Create user' }).click()
    const form = panel(page, 'Create user')
    await form.getByRole('button', { name: 'Create and invite' }).click()
    await expect(form.getByRole('alert')).toBeFocused()
    await expect(form.getByLabel('Email')).toHaveAccessibleDescription(/Enter an email address/)

    await form.getByLabel('Email').fill(demoCredentials().username)
    await form.getByLabel('Given name').fill(givenName)
    await form.getByLabel('Family name').fill('Okafor')
    await form.getByRole('button', { name: 'Create and invite' }).click()
    await expect(form.getByLabel('Email')).toHaveAccessibleDescription(/A user with this email address already exists/)

    await form.getByLabel('Email').fill(mailOf(givenName))
    await form.getByRole('combobox', { name: 'Groups' }).fill('internal')
    await page.getByRole('option', { name: 'Internal Audit' }).click()
    await expect(form.getByText('Auditor')).toBeVisible()
    await page.keyboard.press('Tab')
    await form.getByText('Create another').click()
    await form.getByRole('button', { name: 'Create and invite' }).click()
    await expect(page.getByText(`${givenName} Okafor was created. The invitation was sent to ${mailOf(givenName)}.`)).toBeVisible()
    await expect(form.getByLabel('Email')).toHaveValue('')
    await expect(form.getByLabel('Email')).toBeFocused()
    expect((await mailTo(mailOf(givenName))).text).toContain('/home/login/set-password')

    await form.getByLabel('Given name').fill('Half')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Discard changes' }).click()
    await expect(form).toHaveCount(0)
  })
})

test.describe("a user's page", () => {
  test('opens and closes by keyboard, and returns focus to the row', async ({ page }) => {
    await asAdministrator(page, `${users}?q=ada.lindqvist`)
    const link = row(page, 'Ada Lindqvist').getByRole('link')
    await link.focus()
    await page.keyboard.press('Enter')
    const own = record(page, 'Ada Lindqvist')
    await expect(own.getByLabel('Given name')).toBeVisible()
    await own.getByRole('link', { name: 'History' }).focus()
    await page.keyboard.press('Enter')
    await expect(own.getByText('Signed in').first()).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(own).toHaveCount(0)
    await expect(link).toBeFocused()
    await expect(page).toHaveURL(/users\?q=ada\.lindqvist$/)
  })

  test('is beside the list, which stays usable, and opens as a page', async ({ page }) => {
    await asAdministrator(page)
    const links = table(page).getByRole('row').getByRole('link')
    await expect(links.nth(2)).toBeVisible()
    const names = await Promise.all([0, 1, 2].map((index) => links.nth(index).innerText()))
    const [first = '', second = '', third = ''] = names
    await page.keyboard.press('j')
    await expect(links.first()).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(record(page, first)).toBeFocused()
    await expect(page.getByRole('heading', { level: 1, name: 'Users' })).toBeVisible()
    await page.keyboard.press('j')
    await expect(record(page, second)).toBeVisible()
    await page.keyboard.press('ArrowDown')
    await expect(record(page, third)).toBeVisible()
    await page.keyboard.press('x')
    await expect(row(page, third).getByRole('checkbox')).toBeChecked()
    await row(page, second).getByRole('link').click()
    await expect(record(page, second)).toBeVisible()
    await expectNoViolations(page)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { level: 1, name: second })).toBeFocused()
    await expect(page.getByRole('navigation', { name: 'Breadcrumbs' })).toHaveText(`User AdministrationUsers${second}`)
    await page.goBack()
    await expect(page.getByRole('heading', { level: 1, name: 'Users' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(record(page, second)).toHaveCount(0)
    await page.setViewportSize({ width: 375, height: 800 })
    await row(page, second).getByRole('link').click()
    await expect(page.getByRole('heading', { level: 1, name: second })).toBeVisible()
  })

  test('changes groups while showing the roles added and removed', async ({ page }) => {
    const user = await buildUser()
    await asAdministrator(page, `${users}/${user.userId}/groups`)
    const page1 = record(page, `${user.givenName} Tester`)
    const find = page1.getByRole('combobox', { name: 'Add to group' })
    // A click waits until the panel stops moving; otherwise the list would open where the panel was.
    await find.click()
    await find.fill('internal')
    await page.getByRole('option', { name: 'Internal Audit' }).click()
    const effect = page1.getByRole('region', { name: 'Effect of saving' })
    await expect(effect.getByText('Auditor')).toBeVisible()
    await page1.getByRole('button', { name: 'Save groups' }).click()
    await expect(page.getByText(`The groups of ${user.givenName} Tester were saved.`)).toBeVisible()

    await page1.getByRole('link', { name: 'Access' }).click()
    await expect(page1.getByRole('list', { name: 'Effective roles' })).toContainText('Through Internal Audit')
    await page1.getByRole('searchbox', { name: 'Find an action, role or group' }).fill('view users')
    await expect(page1.getByText('Auditor, through Internal Audit').first()).toBeVisible()

    await page1.getByRole('link', { name: 'History' }).click()
    await expect(page1.getByText(`added ${user.givenName} Tester to group Internal Audit`)).toBeVisible()
    await expect(page1.getByText(`created user ${user.givenName} Tester`)).toBeVisible()
    await page1.getByRole('link', { name: 'Sessions' }).click()
    await expect(page1.getByRole('heading', { name: 'Not signed in' })).toBeVisible()
  })

  test('shows both versions after concurrent edits, and loses nothing', async ({ page, browser }) => {
    const user = await buildUser()
    await asAdministrator(page, `${users}/${user.userId}`)
    const other = await (await browser.newContext()).newPage()
    await asAdministrator(other, `${users}/${user.userId}`)

    await page.getByLabel('Given name').fill('Mine')
    await other.getByLabel('Given name').fill('Theirs')
    await other.getByLabel('Family name').fill('Alsotheirs')
    await other.getByRole('button', { name: 'Save' }).click()
    await expect(other.getByText('Theirs Alsotheirs was updated.')).toBeVisible()
    await other.context().close()

    await page.getByRole('button', { name: 'Save' }).click()
    const conflict = page.getByRole('dialog', { name: /^Someone else changed / })
    await expect(conflict.getByRole('radio', { name: 'Given name, Your version: Mine' })).toBeChecked()
    await expect(conflict.getByRole('radio', { name: 'Family name, Saved version: Alsotheirs' })).toBeChecked()
    await conflict.getByRole('button', { name: 'Back to my changes' }).click()
    await expect(page.getByLabel('Given name')).toHaveValue('Mine')

    await page.getByRole('button', { name: 'Save' }).click()
    await conflict.getByRole('button', { name: 'Save chosen version' }).click()
    await expect(page.getByText('Mine Alsotheirs was updated.')).toBeVisible()
    await expect(page.getByLabel('Family name')).toHaveValue('Alsotheirs')
  })

  test('shows an error where it belongs', async ({ page }) => {
    const helper = await activeUser(unique('Helper'), [await groupIdOf('IT Service Desk')])
    const user = await buildUser()
    await enter(page, helper)
    await page.goto(at(`${users}/${user.userId}/groups`))
    const own = record(page, `${user.givenName} Tester`)
    await own.getByRole('combobox', { name: 'Add to group' }).fill('admin')
    await page.getByRole('option', { name: 'admin', exact: true }).click()
    await own.getByRole('button', { name: 'Save groups' }).click()
    await expect(own.getByRole('alert')).toBeVisible()
    await own.getByRole('region', { name: 'Effect of saving' }).getByRole('button', { name: 'Discard changes' }).click()
    await expect(own.getByRole('heading', { name: 'No groups yet' })).toBeVisible()
  })

  test('deletes after a confirmation that names the user', async ({ page }) => {
    const user = await buildUser()
    await asAdministrator(page, `${users}/${user.userId}?q=${user.givenName}`)
    await record(page, `${user.givenName} Tester`).getByRole('button', { name: 'Delete' }).click()
    const question = page.getByRole('dialog', { name: `Delete ${user.givenName} Tester?` })
    await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
    await question.getByRole('button', { name: `Delete user ${user.givenName} Tester` }).click()
    await expect(page.getByText(`${user.givenName} Tester was deleted.`)).toBeVisible()
    await expect(page).toHaveURL(new RegExp(`users\\?q=${user.givenName}$`))
    await expect(page.getByRole('heading', { name: 'No matches' })).toBeVisible()
  })
})

test('imports a file: refused lines first, then all of it', async ({ page }) => {
  const name = unique('Imported')
  const known = await buildUser()
  const file = (groups: string) => ({
    name: 'people.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(`email,givenName,familyName,groups\n${mailOf(name)},${name},Import,${groups}\n${known.email},Changed,Tester,\n`),
  })
  await asAdministrator(page)
  await page.getByRole('link', { name: 'Import' }).click()
  const form = panel(page, 'Import users')
  await form.getByLabel('CSV file').setInputFiles(file('No such group'))
  await expect(form.getByText('1 line has errors')).toBeVisible()
  await expect(form.getByRole('row', { name: new RegExp(mailOf(name)) })).toContainText('No such group')
  await expect(form.getByRole('button', { name: /^Import \d/ })).toHaveAccessibleDescription('Fix 1 line first')

  const saving = page.waitForEvent('download')
  await form.getByRole('button', { name: 'Download rejected lines' }).click()
  expect(readFileSync(await (await saving).path(), 'utf8')).toMatch(
    new RegExp(`^\uFEFFemail,.*,line,reason\n${mailOf(name)},.*No such group`),
  )

  await form.getByLabel('Choose another file').setInputFiles(file('Internal Audit'))
  await expect(form.getByText('Ready to import')).toBeVisible()
  await expect(form.getByRole('row', { name: new RegExp(known.email) })).toContainText('Changed')
  await form.getByRole('button', { name: 'Import 2 users' }).click()
  await expect(page.getByText('Imported: 1 created and invited, 1 changed.')).toBeVisible()
  await expect(form).toHaveCount(0)
  expect((await mailTo(mailOf(name))).text).toContain('/home/login/set-password')
})

test('shows the encoding of a file that is not UTF-8, and converts it', async ({ page }) => {
  const name = unique('Windows')
  const content = `email,givenName,familyName\n${mailOf(name)},${name},Sørensen\n`
  const file = (buffer: Buffer) => ({ name: 'people.csv', mimeType: 'text/csv', buffer })
  await asAdministrator(page, `${users}/import`)
  const form = panel(page, 'Import users')
  await form.getByLabel('CSV file').setInputFiles(file(Buffer.from(`${content}mixed,Ã¼,`, 'latin1')))
  await expect(form.getByText('Line 3 isn’t valid Windows-1252.')).toBeVisible()
  await form.getByLabel('CSV file').setInputFiles(file(Buffer.from(content, 'latin1')))
  await expect(form.getByText('It was read as Windows-1252.')).toBeVisible()
  await form.getByRole('button', { name: 'Import 1 user' }).click()
  await expect(page.getByText('Imported: 1 created and invited, 0 changed.')).toBeVisible()
  await page.goto(at(`${users}?q=${name}`))
  await expect(row(page, `${name} Sørensen`)).toBeVisible()
})

test('a view-only administrator sees everything and is told why nothing can be changed', async ({ page }) => {
  const auditor = await activeUser(unique('Viewer'), [await groupIdOf('Internal Audit')])
  await enter(page, auditor)
  await page.goto(at(`${users}?q=ada.lindqvist`))
  const reason = 'You need the permission “Edit users”, which a tenant administrator can grant.'
  await expect(page.getByRole('button', { name: 'Create user' })).toHaveAccessibleDescription(reason)
  await expect(page.getByRole('button', { name: 'Import' })).toHaveAccessibleDescription(reason)
  await page.getByRole('button', { name: 'Actions for Ada Lindqvist' }).click()
  await expect(page.getByRole('menuitem', { name: 'Delete' })).toHaveAttribute('aria-disabled', 'true')
  await page.keyboard.press('Escape')
  await row(page, 'Ada Lindqvist').getByRole('link').click()
  const own = record(page, 'Ada Lindqvist')
  await expect(own.getByRole('button', { name: 'Save' })).toHaveAccessibleDescription(reason)
  await expect(own.getByLabel('Given name')).not.toBeEditable()
  await page.goto(at(`${users}/new`))
  await page.waitForURL('**/401**')
})

test('users who cannot view users are redirected to /401', async ({ page }) => {
  const nobody = await activeUser(unique('Stranger'))
  await enter(page, nobody)
  await page.goto(at(users))
  await expect(page.getByRole('heading', { name: 'You don’t have access to this page' })).toBeVisible()
})

test('every screen passes axe in light and dark', async ({ page }) => {
  test.slow()
  const user = await buildUser()
  await asAdministrator(page)
  await expect(table(page).getByRole('link').first()).toBeVisible()
  await page.getByRole('checkbox', { name: 'Select all rows of this page' }).check()
  await expectNoViolations(page)
  for (const [path, heading] of [
    ['/new', 'Create user'],
    ['/import', 'Import users'],
    [`/${user.userId}`, `${user.givenName} Tester`],
    [`/${user.userId}/groups`, `${user.givenName} Tester`],
    [`/${user.userId}/access`, `${user.givenName} Tester`],
    [`/${user.userId}/sessions`, `${user.givenName} Tester`],
    [`/${user.userId}/history`, `${user.givenName} Tester`],
  ] as const) {
    await page.goto(at(users + path))
    await expect(panel(page, heading).or(record(page, heading))).toBeVisible()
    await page.waitForLoadState('networkidle')
    await expectNoViolations(page)
  }
})
