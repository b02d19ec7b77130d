import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { derivedPackages, dividedProducts } from '../catalog/packages.ts'
import type { ResourceGroupPackage } from '../catalog/types.ts'
import {
  baselineOf,
  exceedsPackageQuota,
  packageChoices,
  packagePercentage,
  packageQuota,
  packageQuotaLeft,
} from './resource-group-packages.ts'

const packageOf = (id: string, packageName: string, value: number, isUncreatable = false): ResourceGroupPackage => ({
  resourceGroupPackageId: id,
  packageName,
  isUncreatable,
  definitions: [
    { name: 'maxJobsPerHour', value: 7, isBaseline: false },
    { name: 'maxJobsPerDay', value, isBaseline: true },
  ],
})
const packages = [
  packageOf('1', 'Whole', 100),
  packageOf('2', 'default', 100),
  packageOf('3', 'Small', 29),
  packageOf('4', 'Tiny', 5),
  packageOf('5', 'Trial', 50, true),
]

describe('package percentage', () => {
  it('is the share of the highest baseline, truncated', () => {
    expect(packagePercentage('3', packages)).toBe(29)
    expect(packagePercentage('1', [packageOf('1', 'a', 2), packageOf('2', 'b', 3)])).toBe(66)
  })

  it('is 0 without a package or a baseline', () => {
    expect(packagePercentage(null, packages)).toBe(0)
    expect(packagePercentage('0', packages)).toBe(0)
    expect(packagePercentage('1', [])).toBe(0)
    expect(packagePercentage('1', [packageOf('1', 'a', 0)])).toBe(0)
    expect(baselineOf({ definitions: [] })).toBe(0)
  })
})

describe('package quota', () => {
  it('adds the new package to those assigned, and must not exceed 100', () => {
    expect(packageQuota(['3', '3'], '3', packages)).toBe(87)
    expect(packageQuota(['3', '3', '3'], '3', packages)).toBe(116)
    expect(packageQuota([null, '0'], '1', packages)).toBe(100)
    expect(exceedsPackageQuota(['3', '3', '3', '4', '4'], packages)).toBe(false)
    expect(exceedsPackageQuota(['3', '3', '3', '3'], packages)).toBe(true)
    // Exceeded by less than a percent is still exceeded, though it reads 100.
    const fine = [packageOf('1', 'Whole', 1000), packageOf('2', 'Crumb', 3)]
    expect(packageQuota(['1'], '2', fine)).toBe(100)
    expect(exceedsPackageQuota(['1', '2'], fine)).toBe(true)
    expect(exceedsPackageQuota([], [])).toBe(false)
  })

  it('leaves a free share that a package of that size fits into', () => {
    expect(packageQuotaLeft(['3', '4'], packages)).toBe(66)
    expect(packageQuotaLeft(['1', '1'], packages)).toBe(0)
    expect(packageQuotaLeft([], [])).toBe(0)
    const baseline = fc.integer({ min: 0, max: 1_000_000 })
    fc.assert(
      fc.property(fc.array(baseline, { minLength: 1, maxLength: 8 }), fc.array(fc.nat(7), { maxLength: 12 }), (sizes, picks) => {
        const some = sizes.map((value, index) => packageOf(String(index), `P${index}`, value))
        const assigned = picks.map((pick) => String(pick % sizes.length))
        const left = packageQuotaLeft(assigned, some)
        expect(left).toBeGreaterThanOrEqual(0)
        expect(left).toBeLessThanOrEqual(100)
        for (const one of some) {
          const share = packagePercentage(one.resourceGroupPackageId, some)
          const isTooMuch = exceedsPackageQuota([...assigned, one.resourceGroupPackageId], some)
          // Nothing larger than the free share fits, and what does not fit is at least that large.
          if (share > left) expect(isTooMuch).toBe(true)
          if (isTooMuch) expect(share).toBeGreaterThanOrEqual(left)
        }
      }),
    )
  })
})

describe('package choices', () => {
  it('have one entry for each baseline, default first, only creatable ones, and 0; sorted by label', () => {
    expect(packageChoices(packages)).toEqual([
      { value: '0', label: '0%' },
      { value: '4', label: '5%' },
      { value: '3', label: '29%' },
      { value: '2', label: '100%' },
    ])
    expect(packageChoices([])).toEqual([{ value: '0', label: '0%' }])
  })

  it('exist for every product of the catalog that has resource groups', () => {
    for (const productCode of dividedProducts) {
      expect(packageChoices(derivedPackages(productCode)).map((choice) => choice.label)).toEqual(['0%', '25%', '50%', '75%', '100%'])
    }
  })
})
