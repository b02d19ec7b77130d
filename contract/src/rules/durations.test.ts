import fc from 'fast-check'
import { expect, test } from 'vitest'
import { durationBounds, durationClass, durationClasses, percentile } from './durations.ts'

const counted = (durations: readonly number[]): number[] => {
  const counts = Array.from({ length: durationClasses }, () => 0)
  for (const ms of durations) counts[durationClass(ms)] = (counts[durationClass(ms)] ?? 0) + 1
  return counts
}

test('a duration falls into the first bucket whose bound it does not exceed', () => {
  expect(durationClass(0)).toBe(0)
  expect(durationClass(1)).toBe(0)
  expect(durationClass(1.1)).toBe(1)
  expect(durationClass(30_000)).toBe(durationBounds.length - 1)
  expect(durationClass(30_001)).toBe(durationBounds.length)
})

test('there is no percentile without calls', () => {
  expect(percentile(counted([]), 0.5)).toBeNull()
})

test('a percentile falls into the bucket of the actual call', () => {
  const durations = fc.array(fc.double({ min: 0, max: 29_000, noNaN: true }), { minLength: 1, maxLength: 200 })
  fc.assert(
    fc.property(durations, fc.constantFrom(0.5, 0.95, 0.99), (all, share) => {
      const sorted = all.toSorted((a, b) => a - b)
      const real = sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? 0
      const read = percentile(counted(all), share) ?? -1
      const index = durationClass(real)
      expect(read).toBeGreaterThanOrEqual(durationBounds[index - 1] ?? 0)
      expect(read).toBeLessThanOrEqual(durationBounds[index] ?? Number.POSITIVE_INFINITY)
    }),
  )
})

test('a larger share never has a shorter duration', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(1_000), { minLength: durationClasses, maxLength: durationClasses }), (counts) => {
      fc.pre(counts.some((count) => count > 0))
      expect(percentile(counts, 0.95) ?? 0).toBeGreaterThanOrEqual(percentile(counts, 0.5) ?? 0)
    }),
  )
})
