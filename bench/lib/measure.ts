/** The duration of `work` in milliseconds. */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now()
  await work()
  return performance.now() - started
}

/** The value below which this share (0 to 1) of the samples lies. */
export function percentile(samples: readonly number[], share: number): number {
  const sorted = [...samples].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

export const median = (samples: readonly number[]) => percentile(samples, 0.5)

/** How often a second `work` finishes with this `concurrency`, over `seconds`. */
export async function ratePerSecond(work: () => Promise<unknown>, concurrency: number, seconds: number): Promise<number> {
  const started = performance.now()
  const end = started + seconds * 1000
  let done = 0
  const lane = async () => {
    while (performance.now() < end) {
      await work()
      done++
    }
  }
  await Promise.all(Array.from({ length: concurrency }, lane))
  return done / ((performance.now() - started) / 1000)
}

export const ms = (value: number) => `${value < 10 ? value.toFixed(2) : value.toFixed(0)} ms`
export const times = (value: number) => `${value.toFixed(2)}×`
export const megabytes = (bytes: number) => `${(bytes / 1_048_576).toFixed(0)} MiB`
export const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`
