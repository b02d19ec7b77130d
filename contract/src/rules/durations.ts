/** Calls are counted in buckets by duration, from which percentiles are estimated. */

/** Upper bounds in ms; longer calls go into one more bucket. */
export const durationBounds = [
  1, 2, 3, 5, 8, 13, 20, 30, 50, 80, 130, 200, 300, 500, 800, 1_300, 2_000, 3_000, 5_000, 8_000, 13_000, 30_000,
] as const

export const durationClasses = durationBounds.length + 1

/** The bucket of a duration, from 0. */
export function durationClass(ms: number): number {
  const found = durationBounds.findIndex((bound) => ms <= bound)
  return found < 0 ? durationBounds.length : found
}

/**
 * The maximum duration of the fastest `share` of calls in ms, interpolated within a bucket; null without calls.
 * @param counts calls in each bucket
 * @param share from 0 to 1
 */
export function percentile(counts: readonly number[], share: number): number | null {
  const total = counts.reduce((sum, count) => sum + count, 0)
  if (total === 0) return null
  let below = 0
  for (const [index, count] of counts.entries()) {
    if (count > 0 && below + count >= share * total) {
      const from = durationBounds[index - 1] ?? 0
      const to = durationBounds[index] ?? from
      return Math.round((from + ((to - from) * (share * total - below)) / count) * 10) / 10
    }
    below += count
  }
  return durationBounds.at(-1) ?? null
}
