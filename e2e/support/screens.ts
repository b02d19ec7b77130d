import { expect, type Page } from '@playwright/test'
import { createGroup, listGroups, patchGroup } from '@steward/contract/groups/endpoints'
import type { Group } from '@steward/contract/groups/schemas'
import { createRole } from '@steward/contract/roles/endpoints'
import type { Role } from '@steward/contract/roles/schemas'
import { createUser } from '@steward/contract/users/endpoints'
import type { User } from '@steward/contract/users/schemas'
import { demoCredentials } from './demo.ts'
import { administratorCall, enter } from './people.ts'
import { at } from './server.ts'
import { unique } from './unique.ts'

/** Shared by the tests of the administration screens: signing in, creating entities. */

export { unique }

/** Opens a page as the demo administrator. */
export async function asAdministrator(page: Page, path: string, heading: string): Promise<void> {
  await enter(page, demoCredentials())
  await page.goto(at(path))
  // Behind an open panel, the page is hidden from the accessibility tree.
  await expect(page.locator('h1', { hasText: heading })).toBeVisible()
}

/** A second window of the demo administrator, with its own session. */
export async function otherAdministrator(page: Page, path: string, heading: string): Promise<Page> {
  const context = await page.context().browser()?.newContext()
  if (!context) throw new Error('no second window')
  const other = await context.newPage()
  await asAdministrator(other, path, heading)
  return other
}

export async function buildUser(givenName = unique('Robin'), groupIds: string[] = []): Promise<User> {
  const call = await administratorCall()
  const email = `${givenName.toLowerCase()}@meridian-re.example`
  return (await call(createUser, { body: { givenName, familyName: 'Tester', email, groupIds } })).data
}

export async function buildRole(actions: string[], roleName = unique('Role ')): Promise<Role> {
  const call = await administratorCall()
  return (await call(createRole, { body: { roleName, actions } })).data
}

export async function buildGroup(roleIds: string[] = [], usernames: string[] = [], groupName = unique('Group ')): Promise<Group> {
  const call = await administratorCall()
  return (await call(createGroup, { body: { groupName, roleIds, usernames } })).data
}

export async function renameGroup(groupId: string, value: string): Promise<void> {
  const call = await administratorCall()
  await call(patchGroup, { params: { groupId }, body: [{ operation: 'Update', targetProperty: 'GroupName', value }], ifMatch: '*' })
}

export async function groupIdOf(name: string): Promise<string> {
  const call = await administratorCall()
  const { data } = await call(listGroups, { query: { search: name } })
  const found = data.items.find((group) => group.groupName === name)
  if (!found) throw new Error(`no group ${name}`)
  return found.groupId
}
