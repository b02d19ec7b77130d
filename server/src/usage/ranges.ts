import type { Span } from './queries.ts'

const dayMs = 86_400_000
const hourMs = 3_600_000
/** Longer ranges are shown by the day. */
const daysByHour = 30

/** Readings are by the hour, so a range starts at the beginning of its first hour. */
export const spanOf = (days: number, until: Date): Span => ({
  from: new Date(Math.floor(until.getTime() / hourMs) * hourMs - days * dayMs + hourMs),
  until,
})

export const rangeOf = ({ from, until }: Span) => ({ from: from.toISOString(), until: until.toISOString() })

export const stepOf = (days: number): 'hour' | 'day' => (days <= daysByHour ? 'hour' : 'day')
