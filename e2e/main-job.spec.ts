import { expect, test, type Page } from '@playwright/test'
import { expectNoViolations } from './support/axe.ts'
import { demoCredentials } from './support/demo.ts'
import { type Hands, keyboard, mouse } from './support/hands.ts'
import { linkIn, mailTo } from './support/mails.ts'
import type { Person } from './support/people.ts'
import { at } from './support/server.ts'

/**
 * The product's main job through screens and mail only: an administrator builds a role and a group and invites a person,
 * who then sees exactly what the role allows, for as long as it does.
 */

const password = 'Correct-horse-7-battery'

async function signIn(page: Page, hands: Hands, person: Person): Promise<void> {
  await page.goto(at('/home/login'))
  await hands.type(page.getByLabel('Tenant', { exact: true }), person.tenantName)
  await hands.press(page.getByRole('button', { name: 'Continue' }))
  await hands.type(page.getByLabel('Email'), person.username)
  await hands.type(page.getByLabel('Password', { exact: true }), person.password)
  await hands.press(page.getByRole('button', { name: 'Sign in', exact: true }))
  await expect(page.getByRole('heading', { level: 1, name: /^Hello/ })).toBeVisible()
}

const menu = (page: Page, name: string) => page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name, exact: true })

/** Opens a page of the menu. */
async function open(page: Page, hands: Hands, name: string): Promise<void> {
  await hands.press(menu(page, name))
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
}

for (const [how, handsOf] of [
  ['with a mouse', mouse],
  ['with the keyboard alone', keyboard],
] as const) {
  test(`an administrator grants a person access and revokes it, ${how}`, async ({ page, browser }) => {
    test.setTimeout(300_000)
    const mark = how === 'with a mouse' ? '' : ' 2'
    const role = `Currency steward${mark}`
    const group = `Currency desk${mark}`
    const email = `grace.okafor${mark.trim()}@meridian-re.example`
    const hands = handsOf(page)

    await signIn(page, hands, demoCredentials())
    await expectNoViolations(page)

    // A role with two actions; the two defaults of new roles are removed.
    await open(page, hands, 'Roles')
    await hands.press(page.getByRole('link', { name: 'Create role' }).or(page.getByRole('button', { name: 'Create role' })))
    const rolePanel = page.getByRole('dialog', { name: 'Create role' })
    await hands.type(rolePanel.getByLabel('Role name'), role)
    const actions: [name: string, checked: boolean][] = [
      ['View users', false],
      ['View licenses', false],
      ['View groups', true],
      ['View currencies', true],
    ]
    for (const [name, checked] of actions) {
      await hands.check(rolePanel.getByRole('checkbox', { name, exact: true }), checked)
    }
    await expect(rolePanel.getByText(/^2 of \d+ selected/)).toBeVisible()
    await expectNoViolations(page)
    await hands.press(rolePanel.getByRole('button', { name: 'Create role' }))
    await expect(page.getByText(`Role ${role} was created.`)).toBeVisible()

    // A group with the role.
    await open(page, hands, 'Groups')
    await hands.press(page.getByRole('link', { name: 'Create group' }).or(page.getByRole('button', { name: 'Create group' })))
    const groupPanel = page.getByRole('dialog', { name: 'Create group' })
    await hands.type(groupPanel.getByLabel('Group Name'), group)
    await hands.press(groupPanel.getByRole('button', { name: 'Next: Add Roles' }))
    await hands.type(groupPanel.getByRole('searchbox'), role)
    await hands.check(groupPanel.getByRole('checkbox', { name: `Select ${role}`, exact: true }), true)
    await expectNoViolations(page)
    await hands.press(groupPanel.getByRole('button', { name: 'Create group' }))
    await expect(page.getByText(`Group ${group} was created.`)).toBeVisible()

    // A user in the group.
    await open(page, hands, 'Users')
    await hands.press(page.getByRole('link', { name: 'Create user' }).or(page.getByRole('button', { name: 'Create user' })))
    const userPanel = page.getByRole('dialog', { name: 'Create user' })
    await hands.type(userPanel.getByLabel('Email'), email)
    await hands.type(userPanel.getByLabel('Given name'), 'Grace')
    await hands.type(userPanel.getByLabel('Family name'), `Okafor${mark}`)
    await hands.choose(userPanel.getByRole('combobox', { name: 'Groups' }), group, page.getByRole('option', { name: group }))
    await expectNoViolations(page)
    await hands.press(userPanel.getByRole('button', { name: 'Create and invite' }))
    await expect(page.getByText(`The invitation was sent to ${email}.`)).toBeVisible()

    // The mail arrives over SMTP, names the company, and links to setting a password.
    const mail = await mailTo(email)
    expect(mail.from?.name).toBe('Meridian Re')
    expect(mail.html).toContain('Meridian Re')
    const theirs = await (await browser.newContext()).newPage()
    const grace = handsOf(theirs)
    await theirs.goto(linkIn(mail))
    await grace.type(theirs.getByLabel('New password', { exact: true }), password)
    await expect(theirs.getByText('Great! Your password is secure.')).toBeVisible()
    await expectNoViolations(theirs)
    await grace.press(theirs.getByRole('button', { name: 'Set password' }))
    await expect(theirs.getByRole('heading', { name: 'Sign in' })).toBeVisible()
    await grace.type(theirs.getByLabel('Password', { exact: true }), password)
    await grace.press(theirs.getByRole('button', { name: 'Sign in', exact: true }))
    await expect(theirs.getByRole('heading', { level: 1, name: 'Hello, Grace' })).toBeVisible()

    // Exactly what the role allows.
    await expect(menu(theirs, 'Groups')).toBeVisible()
    for (const name of ['Users', 'Roles']) await expect(menu(theirs, name)).toHaveCount(0)
    await expectNoViolations(theirs)
    await theirs.goto(at('/home/user-administration/users'))
    await expect(theirs).toHaveURL(/\/home\/401/)
    await expect(theirs.getByText('This page needs the permission “User management”')).toBeVisible()
    await expectNoViolations(theirs)
    await theirs.goto(at('/home/user-administration/groups'))
    await expect(theirs.getByRole('heading', { level: 1, name: 'Groups' })).toBeVisible()

    // The administrator sees what Grace did.
    await hands.type(page.getByRole('searchbox', { name: 'Search users' }), email)
    await hands.press(page.getByRole('link', { name: `Grace Okafor${mark}`, exact: true }))
    const record = page.getByRole('region', { name: `Grace Okafor${mark}`, exact: true })
    await hands.press(record.getByRole('link', { name: 'History' }))
    await expect(record.getByText('Signed in').first()).toBeVisible()
    await expect(record.getByText(/password/i).first()).toBeVisible()
    await expectNoViolations(page)
    await page.keyboard.press('Escape')

    // Once out of the group, the page disappears while Grace is on it.
    await open(page, hands, 'Groups')
    await hands.type(page.getByRole('searchbox', { name: 'Search groups' }), group)
    await hands.press(page.getByRole('link', { name: group, exact: true }))
    await hands.press(page.getByRole('region', { name: group, exact: true }).getByRole('button', { name: `Actions for ${group}` }))
    await hands.pick(page.getByRole('menuitem', { name: 'Disable' }))
    await hands.press(page.getByRole('button', { name: `Disable group ${group}` }))
    await expect(page.getByText(`Group ${group} was disabled.`)).toBeVisible()
    await expect(theirs).toHaveURL(/\/home\/401/)
    await expect(menu(theirs, 'Groups')).toHaveCount(0)
    await theirs.context().close()
  })
}
