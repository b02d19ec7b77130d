/** A period on a time axis, such as that of a license. */
export interface Period {
  id: string
  name: string
  /** ISO 8601. */
  from: string
  /** Null: without an end. */
  until: string | null
  tone: 'accent' | 'warning' | 'danger' | 'muted'
  /** A moment in it, such as the last use of a key. */
  mark?: string | null
}

export interface Axis {
  /** Milliseconds. */
  from: number
  until: number
  /** Where months or years begin. */
  ticks: readonly number[]
  /** Whether ticks are years. */
  isYears: boolean
}

const dayMs = 86_400_000
const mostTicks = 8

/**
 * The axis of periods, with some space before and after. Periods that began long before the others do not stretch it: it begins at most
 * as long before now as it reaches beyond, or two years.
 */
export function axisOf(periods: readonly Period[], now: number): Axis {
  const ends = periods.map(({ until }) => (until === null ? now : Date.parse(until)))
  const last = Math.max(now, ...ends)
  const margin = Math.max(30 * dayMs, (last - now) * 0.05)
  const earliest = now - Math.max(2 * 365 * dayMs, last - now)
  const first = Math.max(earliest, Math.min(now, ...periods.map(({ from }) => Date.parse(from))))
  const from = first - margin
  const until = last + margin
  const months = (until - from) / (30.4 * dayMs)
  const step = [1, 2, 3, 6, 12, 24, 60, 120].find((one) => months / one <= mostTicks) ?? 120
  const start = new Date(from)
  const ticks: number[] = []
  for (let month = Math.ceil((start.getUTCFullYear() * 12 + start.getUTCMonth() + 1) / step) * step; ; month += step) {
    const at = Date.UTC(Math.floor(month / 12), month % 12)
    if (at > until) break
    ticks.push(at)
  }
  return { from, until, ticks, isYears: step >= 12 }
}

/** The place of a moment on the axis, from 0 to 100. */
export const placeOf = (at: number, { from, until }: Axis): number => Math.min(100, Math.max(0, ((at - from) / (until - from)) * 100))
