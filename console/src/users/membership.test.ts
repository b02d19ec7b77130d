import { expect, test } from 'vitest'
import { exampleGroup } from '@steward/contract/groups/docs'
import { proposedSides } from '../ui/form/conflict.ts'
import { membershipConflict, resolvedMembership } from './membership.ts'

const groups = ['a', 'b', 'c'].map((groupId) => ({ ...exampleGroup, groupId, groupName: groupId.toUpperCase() }))

test('each group that either version changed is a field; others are not shown', () => {
  const fields = membershipConflict(groups, ['a'], ['a', 'b'], ['a', 'c'])
  expect(fields.map((field) => [field.label, field.mine, field.theirs])).toEqual([
    ['B', 'member', 'not a member'],
    ['C', 'not a member', 'member'],
  ])
})

test('the proposal keeps both changes', () => {
  const mine = ['a', 'b']
  const theirs = ['a', 'c']
  expect(resolvedMembership(mine, theirs, proposedSides(membershipConflict(groups, ['a'], mine, theirs))).sort()).toEqual(['a', 'b', 'c'])
})

test('their version can be chosen completely', () => {
  expect(resolvedMembership(['b'], ['a', 'c'], { a: 'theirs', b: 'theirs', c: 'theirs' }).sort()).toEqual(['a', 'c'])
})
