import { expect, test } from 'vitest'
import { exampleGroup } from '@steward/contract/groups/docs'
import type { Group } from '@steward/contract/groups/schemas'
import { roleEffect, rolesOfGroups } from './groupEffect.ts'

const group = (groupId: string, roles: string[], status: Group['status'] = 'Enabled'): Group => ({
  ...exampleGroup,
  groupId,
  status,
  roles: roles.map((roleName) => ({ roleId: roleName, roleName })),
})
const groups = [group('a', ['Analyst', 'Reader']), group('b', ['Reader']), group('c', ['Ghost'], 'Disabled')]

test('lists each role once, in alphabetical order, without those of disabled groups', () => {
  expect(rolesOfGroups(groups, ['b', 'a', 'c'])).toEqual(['Analyst', 'Reader'])
})

test('a role that another group still grants is not lost', () => {
  expect(roleEffect(groups, ['a', 'b'], ['b'])).toEqual({ gained: [], lost: ['Analyst'] })
})

test('a role that the user already had is not gained', () => {
  expect(roleEffect(groups, ['b'], ['a', 'b'])).toEqual({ gained: ['Analyst'], lost: [] })
})

test('a disabled group changes nothing', () => {
  expect(roleEffect(groups, [], ['c'])).toEqual({ gained: [], lost: [] })
})
