import { expect, test } from 'vitest'
import { derivedPackages } from '@steward/contract/catalog/packages'
import { movableShares, packagesAfter, takersOf } from './moves.ts'
import { packageTable } from './packageTable.ts'
import { resourceGroup } from './testing.ts'

const packages = derivedPackages('RI-RISKMODELER')
const table = packageTable(packages)
const idOf = (name: string) => packages.find((one) => one.packageName === name)?.resourceGroupPackageId ?? ''
const [whole, half, quarter] = [idOf('default'), idOf('Half'), idOf('Quarter')]
const groups = [resourceGroup('a', half), resourceGroup('b', quarter), resourceGroup('c')]

test('a share moves between packages that exist', () => {
  expect(packagesAfter(groups, table, { from: 'a', to: 'b', percentage: 25 })).toEqual(
    new Map([
      ['a', quarter],
      ['b', half],
    ]),
  )
  expect(packagesAfter(groups, table, { from: 'a', to: 'c', percentage: 50 })).toEqual(
    new Map([
      ['a', '0'],
      ['c', half],
    ]),
  )
})

test.each([
  ['more than there is', { from: 'b', to: 'a', percentage: 50 }],
  ['a share without a package', { from: 'a', to: 'b', percentage: 20 }],
  ['nothing', { from: 'a', to: 'b', percentage: 0 }],
  ['to itself', { from: 'a', to: 'a', percentage: 25 }],
  ['to a resource group that is gone', { from: 'a', to: 'd', percentage: 25 }],
])('%s does not move', (_, move) => {
  expect(packagesAfter(groups, table, move)).toBeUndefined()
})

test('only shares and resource groups that fit are offered', () => {
  expect(movableShares(groups, table, { from: 'a', to: 'b' })).toEqual([25, 50])
  expect(movableShares(groups, table, { from: 'b', to: 'a' })).toEqual([25])
  expect(movableShares(groups, table, { from: 'c', to: 'a' })).toEqual([])
  expect(takersOf(groups, table, 'a').map((group) => group.name)).toEqual(['b', 'c'])
  expect(takersOf([resourceGroup('a', whole)], table, 'a')).toEqual([])
})

test('the default keeps a package', () => {
  const held = [resourceGroup('a', half, true), resourceGroup('b')]
  expect(movableShares(held, table, { from: 'a', to: 'b' })).toEqual([25])
})

test('an allocation above the quota stays as it is', () => {
  const over = [resourceGroup('a', whole), resourceGroup('b', half), resourceGroup('c')]
  expect(packagesAfter(over, table, { from: 'a', to: 'c', percentage: 25 })).toBeUndefined()
})
