import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ResourceGroupPackage } from '../catalog/types.ts'
import { allocationFit, fitOf, fittedAllocation, sharedQuotaFit, type GroupUsage, type TriedPackage } from './allocation-fit.ts'
import { exceedsPackageQuota, packageChoices } from './resource-group-packages.ts'

const packageOf = (id: string, runs: number, locations: number, isUncreatable = false): ResourceGroupPackage => ({
  resourceGroupPackageId: id,
  packageName: `P${id}`,
  isUncreatable,
  definitions: [
    { name: 'runs', value: runs, isBaseline: true },
    { name: 'locations', value: locations, isBaseline: false },
  ],
})
const packages = [packageOf('whole', 40, 1000), packageOf('half', 20, 500), packageOf('quarter', 10, 250), packageOf('old', 5, 900, true)]
const used = (resourceGroupId: string, quotaName: string, peak: number, mean = peak / 2): GroupUsage => ({
  resourceGroupId,
  quotaName,
  mean,
  peak,
})

describe('a quota and its usage', () => {
  it('is over above the quota, under below half of it, and neither at the bounds', () => {
    expect(fitOf(10, { peak: 11 })).toBe('over')
    expect(fitOf(10, { peak: 10 })).toBe('fits')
    expect(fitOf(10, { peak: 5 })).toBe('fits')
    expect(fitOf(10, { peak: 4.9 })).toBe('under')
    expect(fitOf(0, { peak: 0 })).toBe('fits')
    expect(fitOf(0, { peak: 1 })).toBe('over')
    expect(fitOf(10, undefined)).toBe('unknown')
  })
})

describe('an allocation against usage', () => {
  const allocation: TriedPackage[] = [
    { resourceGroupId: 'a', packageId: 'quarter' },
    { resourceGroupId: 'b', packageId: 'half' },
    { resourceGroupId: 'c', packageId: null },
    { resourceGroupId: 'd', packageId: '0' },
  ]
  const usage = [
    used('a', 'runs', 4),
    used('a', 'locations', 400),
    used('b', 'runs', 2),
    used('b', 'locations', 100),
    used('c', 'runs', 3),
    used('c', 'somethingElse', 99),
  ]
  const fits = allocationFit(allocation, usage, packages)

  it('lists for each resource group and label the quota, the usage and the verdict', () => {
    expect(fits[0]?.labels).toEqual([
      { quotaName: 'runs', quota: 10, mean: 2, peak: 4, fit: 'under' },
      { quotaName: 'locations', quota: 250, mean: 200, peak: 400, fit: 'over' },
    ])
    expect(fits.map((fit) => fit.fit)).toEqual(['over', 'under', 'over', 'unknown'])
    // A package that is no longer offered would be enough, but can't be assigned.
    expect(fits.map((fit) => fit.neededPackageId)).toEqual(['half', 'quarter', 'quarter', null])
  })

  it('totals each label', () => {
    expect(sharedQuotaFit(fits, packages)).toEqual([
      { quotaName: 'runs', quota: 30, whole: 40, mean: 4.5, over: 1, under: 2 },
      { quotaName: 'locations', quota: 750, whole: 1000, mean: 250, over: 1, under: 1 },
    ])
  })

  it('can be derived from usage: smallest needs first, and groups without measurements keep their package', () => {
    expect([...fittedAllocation(allocation, usage, packages)].toSorted()).toEqual([
      ['a', 'half'],
      ['b', 'quarter'],
      ['c', 'quarter'],
      ['d', '0'],
    ])
    const much = [used('a', 'runs', 500), used('b', 'runs', 9), used('c', 'runs', 0)]
    expect(fittedAllocation(allocation, much, packages)).toEqual(
      new Map([
        ['d', '0'],
        ['c', '0'],
        ['b', 'quarter'],
        ['a', 'half'],
      ]),
    )
  })
})

describe('any allocation and any usage', () => {
  const some = fc.array(fc.tuple(fc.integer({ min: 0, max: 100 }), fc.integer({ min: 0, max: 1000 }), fc.boolean()), {
    minLength: 1,
    maxLength: 8,
  })
  const groups = fc.array(fc.option(fc.nat(9), { nil: null }), { minLength: 1, maxLength: 12 })
  const peaks = fc.array(fc.tuple(fc.nat(11), fc.constantFrom('runs', 'locations'), fc.integer({ min: 0, max: 1200 }), fc.nat(100)), {
    maxLength: 30,
  })
  const anyCase = fc.tuple(some, groups, peaks).map(([sizes, picks, used]) => ({
    packages: sizes.map(([runs, locations, isUncreatable], index) => packageOf(String(index + 1), runs, locations, isUncreatable)),
    allocation: picks.map((pick, index) => ({ resourceGroupId: `g${index}`, packageId: pick === null ? null : String(pick) })),
    usage: [
      ...new Map(
        used.map(([group, quotaName, peak, share]) => [
          `${group} ${quotaName}`,
          { resourceGroupId: `g${group}`, quotaName, peak, mean: (peak * share) / 100 },
        ]),
      ).values(),
    ],
  }))

  it('is judged label by label: over exactly where a peak exceeds the quota of the package', () => {
    fc.assert(
      fc.property(anyCase, ({ packages: given, allocation, usage }) => {
        const fits = allocationFit(allocation, usage, given)
        expect(fits.map((fit) => fit.resourceGroupId)).toEqual(allocation.map((one) => one.resourceGroupId))
        for (const fit of fits) {
          const has = given.find((one) => one.resourceGroupPackageId === fit.packageId)
          for (const label of fit.labels) {
            expect(label.quota).toBe(has?.definitions.find((one) => one.name === label.quotaName)?.value ?? 0)
            expect(label.fit === 'over').toBe(label.peak !== null && label.peak > label.quota)
            expect(label.fit === 'unknown').toBe(label.peak === null)
          }
          expect(fit.fit === 'over').toBe(fit.labels.some((label) => label.fit === 'over'))
        }
        for (const shared of sharedQuotaFit(fits, given)) expect(shared.over + shared.under).toBeLessThanOrEqual(fits.length)
      }),
    )
  })

  it('would have covered the usage with the suggested package, and with no smaller one', () => {
    fc.assert(
      fc.property(anyCase, ({ packages: given, allocation, usage }) => {
        const choices = packageChoices(given).map((choice) => choice.value)
        for (const { resourceGroupId, fit, neededPackageId } of allocationFit(allocation, usage, given)) {
          const withPackage = (packageId: string) => allocationFit([{ resourceGroupId, packageId }], usage, given)[0]?.fit
          if (neededPackageId !== null) {
            expect(choices).toContain(neededPackageId)
            expect(withPackage(neededPackageId)).not.toBe('over')
          } else if (fit !== 'unknown') for (const id of choices) expect(withPackage(id)).toBe('over')
        }
      }),
    )
  })

  it('is never fitted above the quota, and never gives more than needed', () => {
    fc.assert(
      fc.property(anyCase, ({ packages: given, allocation, usage }) => {
        const fits = allocationFit(allocation, usage, given)
        const fitted = fittedAllocation(allocation, usage, given)
        expect([...fitted.keys()].toSorted()).toEqual(allocation.map((one) => one.resourceGroupId).toSorted())
        const kept = fits.filter((fit) => fit.fit === 'unknown').map((fit) => fit.packageId)
        if (!exceedsPackageQuota(kept, given)) expect(exceedsPackageQuota([...fitted.values()], given)).toBe(false)
        for (const fit of fits) {
          if (fit.fit === 'unknown') expect(fitted.get(fit.resourceGroupId)).toBe(fit.packageId ?? '0')
          else if (fit.neededPackageId === '0') expect(fitted.get(fit.resourceGroupId)).toBe('0')
        }
      }),
    )
  })
})
