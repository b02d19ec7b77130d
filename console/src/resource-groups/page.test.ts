import { expect, test } from 'vitest'
import type { ResourceGroup } from '@steward/contract/resource-groups/schemas'
import { pageOf } from './page.ts'

const group = (name: string, packagePercentage: number, groupName = 'Analysts'): ResourceGroup => ({
  resourceGroupId: name,
  name,
  allAccess: false,
  groups: [{ groupId: groupName, groupName, isEnabled: true }],
  default: false,
  resourceGroupPackage: null,
  packagePercentage,
  createdAt: '2026-01-01T00:00:00.000Z',
  version: 1,
})
const groups = [group('Marine', 25), group('aviation', 50, 'Treaty desk'), group('Casualty', 25)]
const names = (search: Parameters<typeof pageOf>[1]) => pageOf(groups, search).items.map((one) => one.name)

test('sorts by name, ignoring case, and by share', () => {
  expect(names({})).toEqual(['aviation', 'Casualty', 'Marine'])
  expect(names({ sort: '-name' })).toEqual(['Marine', 'Casualty', 'aviation'])
  expect(names({ sort: '-packagePercentage' })[0]).toBe('aviation')
})

test('searches by the name of a resource group or of a group, and pages through the results', () => {
  expect(names({ q: 'desk' })).toEqual(['aviation'])
  expect(names({ q: 'MAR ana' })).toEqual(['Marine'])
  const second = pageOf(groups, { limit: 2, page: 2 })
  expect([second.count, second.totalCount, second.items[0]?.name]).toEqual([1, 3, 'Marine'])
})
