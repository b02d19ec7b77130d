import { expect, test } from 'vitest'
import { resourceGroupPackages } from '@steward/contract/catalogue/packages'
import type { ResourceGroup } from '@steward/contract/resource-groups'
import { assignmentsWith, assignmentsWithDefault, choicesFor, nearestFitting } from './assignments.ts'

const packages = resourceGroupPackages['RI-RISKMODELER'] ?? []
const [whole, quarter, half, , trial] = packages.map((one) => one.resourceGroupPackageId)

const group = (resourceGroupId: string, packageId: string | undefined, isDefault = false): ResourceGroup => ({
  resourceGroupId,
  name: resourceGroupId,
  allAccess: false,
  groups: [],
  default: isDefault,
  resourceGroupPackage: packageId === undefined ? null : { resourceGroupPackageId: packageId },
  packagePercentage: 0,
  createdAt: '2026-01-01T00:00:00.000Z',
  version: 1,
})

test('a package that is no longer offered stays a choice of who has it', () => {
  expect(choicesFor(packages).map((choice) => choice.percentage)).toEqual([0, 25, 50, 75, 100])
  expect(choicesFor(packages, trial)).toContainEqual({ value: trial, percentage: 5, keptName: 'Trial' })
  const [first] = packages
  const twin = { ...(first ?? packages[0]), resourceGroupPackageId: 'twin', packageName: 'Twin' } as (typeof packages)[number]
  expect(choicesFor([...packages, twin], 'twin').map((choice) => choice.value)).toEqual(['0', '2', '3', '4', 'twin'])
})

test('a changed package leaves the others, and one that is taken away takes the default with it', () => {
  const groups = [group('a', half, true), group('b', quarter), group('c', undefined)]
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

test('what is dragged beyond what is left stops at the largest that fits', () => {
  const others = [half ?? '']
  expect(nearestFitting(choicesFor(packages), 90, { others, packages })?.percentage).toBe(50)
  expect(nearestFitting(choicesFor(packages), 30, { others, packages })?.percentage).toBe(25)
  expect(nearestFitting(choicesFor(packages), 30, { others: [whole ?? ''], packages })?.percentage).toBe(0)
})
