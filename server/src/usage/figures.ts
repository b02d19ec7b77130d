import { type QuotaPeriod, currentUse } from '@steward/contract/rules/quota-periods'
import type { Span, UsageRow } from './queries.ts'

const dayMs = 86_400_000
const hourMs = 3_600_000

/** Readings are by the hour, so a range starts at the beginning of its first hour. */
export const spanOf = (days: number, until: Date): Span => ({
  from: new Date(Math.floor(until.getTime() / hourMs) * hourMs - days * dayMs + hourMs),
  until,
})

export const rangeOf = ({ from, until }: Span) => ({ from: from.toISOString(), until: until.toISOString() })

export interface Figures {
  current: number | null
  mean: number | null
  peak: number | null
  lastReadingAt: string | null
}

/** Usage from readings, as the quota counts it; nulls without readings. */
export function figuresOf(row: UsageRow | undefined, period: QuotaPeriod, now: Date): Figures {
  if (!row) return { current: null, mean: null, peak: null, lastReadingAt: null }
  const { value_last: value, last_at: at } = row
  return {
    current: currentUse(period, { at: at.getTime(), value }, now.getTime()),
    ...rangeFigures(row, period),
    lastReadingAt: at.toISOString(),
  }
}

function rangeFigures(row: UsageRow, period: QuotaPeriod): { mean: number; peak: number } {
  switch (period) {
    case 'now':
      return { mean: row.mean_of_hours, peak: row.peak }
    case 'hour':
      return { mean: row.mean_of_hour_peaks, peak: row.peak }
    case 'day':
      return { mean: row.mean_of_day_peaks, peak: row.peak }
    case 'year':
      return { mean: row.peak_this_year ?? 0, peak: row.peak_this_year ?? 0 }
  }
}

/** Time of the last reading; null without readings. */
export const latest = (figures: readonly Figures[]): string | null =>
  figures.reduce<string | null>((newest, { lastReadingAt: at }) => (at !== null && (newest === null || at > newest) ? at : newest), null)
