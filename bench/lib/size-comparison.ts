import { median, ms, percentile, timed, times } from './measure.ts'
import type { Figure } from './results.ts'

const reads = Number(process.env['BENCH_ROUNDS'] ?? 21)
const warmUp = 3
/** Of the medians. */
const most = 1.5
/** Ratios of shorter times are those of the clock. */
const judgedFrom = 2

/** Reads of a small log and a large one, alternating: a figure for each, with the ratio of the medians. */
export async function compareSizes<T>(
  cases: Record<string, T>,
  readSmall: (one: T) => Promise<unknown>,
  readLarge: (one: T) => Promise<unknown>,
  { isJudged = () => true, rounds = reads }: { isJudged?: (what: string) => boolean; rounds?: number } = {},
): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const [what, one] of Object.entries(cases)) {
    const samples = { small: [] as number[], large: [] as number[] }
    for (let round = -Math.min(warmUp, rounds - 1); round < rounds; round++) {
      // Each goes first as often as the other.
      const turns = [
        { spent: samples.small, read: readSmall },
        { spent: samples.large, read: readLarge },
      ]
      for (const { spent, read } of round % 2 === 0 ? turns : turns.toReversed()) {
        const time = await timed(() => read(one))
        if (round >= 0) spent.push(time)
      }
    }
    const both = (values: readonly number[]) => `${ms(median(values))} / ${ms(percentile(values, 0.95))}`
    const ratio = median(samples.large) / median(samples.small)
    const measured = `${both(samples.small)} · ${both(samples.large)}, ${times(ratio)}`
    figures.push(
      isJudged(what)
        ? { what, measured, goal: `≤ ${most}×`, met: ratio <= most || median(samples.large) < judgedFrom }
        : { what, measured },
    )
    process.stdout.write(`  ${what}: ${measured}\n`)
  }
  return figures
}
