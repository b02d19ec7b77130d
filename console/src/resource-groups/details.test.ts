import { expect, test } from 'vitest'
import { proposedSides } from '../ui/form/conflict.ts'
import { detailsConflict, operationsOf, resolvedDetails, sameDetails, valuesOf, versioned } from './details.ts'
import { resourceGroup } from './testing.ts'

const groupOf = (name: string) => ({ groupId: name, groupName: name.toUpperCase(), isEnabled: true })
const read = { ...resourceGroup('desk', '2'), groups: [groupOf('a'), groupOf('b')] }
const base = valuesOf({ data: read })

test('sends only the differences', () => {
  expect(operationsOf(read, base)).toEqual([])
  expect(operationsOf(read, { ...base, name: 'lab', groups: base.groups.toReversed() })).toEqual([
    { operation: 'Update', targetProperty: 'Name', value: 'lab' },
  ])
  expect(operationsOf(read, { ...base, access: 'all' })).toEqual([{ operation: 'Update', targetProperty: 'AllAccess', value: true }])
  expect(operationsOf(read, { ...base, groups: [{ value: 'c', label: 'C' }] })).toEqual([
    { operation: 'Update', targetProperty: 'GroupIds', value: ['c'] },
  ])
})

test('a package or a default changed by another administrator does not conflict with name and groups', () => {
  expect(sameDetails(versioned(read), versioned({ ...read, version: 2, default: true, resourceGroupPackage: null }))).toBe(true)
  expect(sameDetails(versioned(read), versioned({ ...read, groups: [groupOf('a')] }))).toBe(false)
})

test('shows both versions field by field, and saves the chosen ones', () => {
  const mine = { ...base, name: 'lab', groups: [...base.groups, { value: 'c', label: 'C' }] }
  const theirs = valuesOf({ data: { ...read, name: 'pool', groups: [groupOf('a')] } })
  const fields = detailsConflict({ base, mine, theirs })
  expect(fields.map(({ id, label, mine: my, theirs: their }) => [id, label, my, their])).toEqual([
    ['name', 'Group Name', 'lab', 'pool'],
    ['access', 'Access', 'These groups', 'These groups'],
    ['b', 'B', 'assigned', 'not assigned'],
    ['c', 'C', 'assigned', 'not assigned'],
  ])
  const resolved = resolvedDetails({ mine, theirs }, proposedSides(fields))
  expect(resolved).toMatchObject({ name: 'lab', access: 'some' })
  expect(resolved.groups.map((group) => group.label).toSorted()).toEqual(['A', 'C'])
  expect(resolvedDetails({ mine, theirs }, { name: 'theirs', b: 'mine', c: 'theirs' })).toMatchObject({
    name: 'pool',
    groups: [
      { value: 'a', label: 'A' },
      { value: 'b', label: 'B' },
    ],
  })
})
