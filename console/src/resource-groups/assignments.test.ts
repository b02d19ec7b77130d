import { expect, test } from 'vitest'
import { derivedPackages } from '@steward/contract/catalog/packages'
import { assignmentsWith, assignmentsWithDefault, choicesFor } from './assignments.ts'
import { resourceGroup } from './testing.ts'

const packages = derivedPackages('RI-RISKMODELER')
const [, quarter, half, , trial] = packages.map((one) => one.resourceGroupPackageId)

test('a package that is no longer offered stays available to the resource group that has it', () => {
  expect(choicesFor(packages).map((choice) => choice.percentage)).toEqual([0, 25, 50, 75, 100])
  expect(choicesFor(packages, trial)).toContainEqual({ value: trial, percentage: 5, keptName: 'Trial' })
  const [first] = packages
  const twin = { ...(first ?? packages[0]), resourceGroupPackageId: 'twin', packageName: 'Twin' } as (typeof packages)[number]
  expect(choicesFor([...packages, twin], 'twin').map((choice) => choice.value)).toEqual(['0', '2', '3', '4', 'twin'])
})

test('changing a package leaves the others alone; removing one also clears the default', () => {
  const groups = [resourceGroup('a', half, true), resourceGroup('b', quarter), resourceGroup('c', undefined)]
  expect(assignmentsWith(groups, new Map([['c', quarter ?? '']]))).toEqual([
    { default: true, resourceGroupId: 'a', resourceGroupPackageId: half },
    { default: false, resourceGroupId: 'b', resourceGroupPackageId: quarter },
    { default: false, resourceGroupId: 'c', resourceGroupPackageId: quarter },
  ])
  expect(assignmentsWith(groups, new Map([['a', '0']]))).toEqual([
    { default: false, resourceGroupId: 'b', resourceGroupPackageId: quarter },
  ])
  expect(assignmentsWithDefault(groups, 'b').map((one) => one.default)).toEqual([false, true])
})
