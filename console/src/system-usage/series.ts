import { currentUse, quotaPeriodOf } from '@steward/contract/rules/quota-periods'
import { archiveMetric } from '@steward/contract/storage/constants'
import type { Storage } from '@steward/contract/storage/schemas'
import type { MetricSeries } from '@steward/contract/usage/schemas'

export type Step = 'hour' | 'day'

const stepMs: Record<Step, number> = { hour: 3_600_000, day: 86_400_000 }

/** The beginning of the hour or day (UTC) of a time, in milliseconds. */
export const startOf = (time: string, step: Step): number => Math.floor(Date.parse(time) / stepMs[step]) * stepMs[step]

/** The beginnings of the hours or days (UTC) of a range, with those that have no readings. */
export const timesOf = ({ from, until, step }: { from: string; until: string; step: Step }): string[] =>
  timesBetween(startOf(from, step), startOf(until, step), step)

/** The beginnings of hours or days from the first to the last, both in milliseconds. */
export function timesBetween(first: number, last: number, step: Step): string[] {
  const count = (last - first) / stepMs[step] + 1
  return Array.from({ length: Math.max(0, count) }, (_, index) => new Date(first + index * stepMs[step]).toISOString())
}

/** The values of points at these times; null for times without one. */
export function valuesAt<P extends { at: string }>(
  times: readonly string[],
  points: readonly P[],
  read: (point: P) => number,
): (number | null)[] {
  const byTime = new Map(points.map((point) => [Date.parse(point.at), read(point)]))
  return times.map((time) => byTime.get(Date.parse(time)) ?? null)
}

/** The current use of a metric; null without readings. What adds up within an hour, a day or a year starts again from 0. */
export function currentOf({ metricName, points }: Pick<MetricSeries, 'metricName' | 'points'>, now: number): number | null {
  const last = points.at(-1)
  return last === undefined ? null : currentUse(quotaPeriodOf(metricName), { at: Date.parse(last.at), value: last.last }, now)
}

/** The peak of each day (UTC), for a sparkline; null where there were no readings. */
export function dailyPeaks(range: { from: string; until: string }, points: readonly { at: string; peak: number }[]): (number | null)[] {
  const peaks = new Map<number, number>()
  for (const { at, peak } of points) {
    const day = startOf(at, 'day')
    peaks.set(day, Math.max(peaks.get(day) ?? 0, peak))
  }
  return timesOf({ ...range, step: 'day' }).map((time) => peaks.get(Date.parse(time)) ?? null)
}

/** The lines of a sparkline in a box of this size, as the data of an SVG path. The box begins at 0 and ends at the largest value. */
export function sparkPath(values: readonly (number | null)[], { width, height }: { width: number; height: number }): string {
  const most = Math.max(...values.map((value) => value ?? 0))
  const x = (index: number) => round((index / Math.max(1, values.length - 1)) * width)
  const y = (value: number) => round(height - (most > 0 ? value / most : 0) * height)
  return values
    .flatMap((value, index) => {
      if (value === null) return []
      const isAlone = values[index - 1] == null && values[index + 1] == null
      return [`${values[index - 1] == null ? 'M' : 'L'}${x(index)} ${y(value)}${isAlone ? 'h1' : ''}`]
    })
    .join('')
}

const round = (value: number): number => Math.round(value * 10) / 10

export const csvHeader = ['time', 'step', 'metric', 'metricName', 'mean', 'peak', 'quota'] as const

/** One line for each metric and time, with times in ISO 8601 (UTC) and plain numbers. */
export function metricLines(series: readonly MetricSeries[], step: Step, labelOf: (metricName: string) => string): string[][] {
  return series.flatMap(({ metricName, quota, points }) =>
    points.map(({ at, mean, peak }) => [isoOf(at), step, labelOf(metricName), metricName, plain(mean), plain(peak), plain(quota)]),
  )
}

/** The same of the archive, in bytes. */
export function storageLines({ points, step, limitBytes }: Storage, label: string): string[][] {
  return points.map(({ at, average, peak }) => [
    isoOf(at),
    step,
    label,
    archiveMetric.metricName,
    plain(average),
    plain(peak),
    plain(limitBytes),
  ])
}

const isoOf = (time: string): string => new Date(time).toISOString()

/** Digits only: no separators, and no exponent as `String` writes for very small and very large numbers. */
export const plain = (value: number | null): string =>
  value === null ? '' : value.toLocaleString('en-US', { useGrouping: false, maximumFractionDigits: 6 })

/**
 * The metrics of a product in the order shown: those with a quota first, then by label. The archive of the data vault, kept among
 * its readings, has a chart of its own.
 */
export function shownSeries(series: readonly MetricSeries[], compare: (a: string, b: string) => number): MetricSeries[] {
  return series
    .filter(({ metricName }) => metricName !== archiveMetric.metricName)
    .toSorted((a, b) => Number(a.quota === null) - Number(b.quota === null) || compare(a.metricName, b.metricName))
}

/** The share of a quota that is used; any use of a quota of 0 is all of it. */
export const shareOf = (used: number, quota: number): number => (quota > 0 ? used / quota : used > 0 ? 1 : 0)
