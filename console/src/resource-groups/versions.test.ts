import { expect, test } from 'vitest'
import { proposedSides } from '../ui/form/conflict.ts'
import type { VersionedList } from './queries.ts'
import { resourceGroup } from './testing.ts'
import { conflictFields, resolvedChanges, samePackages } from './versions.ts'

const list = (etag: string, ...items: ReturnType<typeof resourceGroup>[]): VersionedList => ({ etag, data: { count: items.length, items } })
const percentageOf = (packageId: string) => Number(packageId)

const base = list('"1"', resourceGroup('a', '50'), resourceGroup('b', '25'), resourceGroup('c'))
const theirs = list('"2"', resourceGroup('a', '25'), resourceGroup('b', '25'), resourceGroup('d', '25'))
const mine = new Map([
  ['a', '75'],
  ['b', '0'],
  ['c', '25'],
])

test('two versions of an allocation differ only by packages', () => {
  expect(samePackages(base, base)).toBe(true)
  expect(samePackages(base, theirs)).toBe(false)
  expect(samePackages(base, list('"3"', resourceGroup('a', '50', true), resourceGroup('b', '25'), resourceGroup('e')))).toBe(true)
})

test('shows both versions of resource groups that still exist, and applies the choices to theirs', () => {
  const fields = conflictFields({ mine, base, theirs }, percentageOf)
  expect(fields).toEqual([
    { id: 'a', label: 'a', base: '50%', mine: '75%', theirs: '25%' },
    { id: 'b', label: 'b', base: '25%', mine: '0%', theirs: '25%' },
    { id: 'd', label: 'd', base: '0%', mine: '0%', theirs: '25%' },
  ])
  // Changes only they made are kept unless the user chooses otherwise.
  expect([...resolvedChanges({ mine, base, theirs }, proposedSides(fields))]).toEqual([
    ['a', '75'],
    ['b', '0'],
  ])
  expect([...resolvedChanges({ mine, base, theirs }, { a: 'theirs', b: 'theirs', d: 'mine' })]).toEqual([['d', '0']])
})
