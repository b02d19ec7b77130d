/** Date-range choices (second specification file, sections 2 and 9): the last 24 hours, 7 days, 30 days, 3 months. */

export const dateRangeDays = [1, 7, 30, 92] as const
export type DateRangeDays = (typeof dateRangeDays)[number]

/** The start of a range that ends at `until`; both ISO 8601 in UTC. */
export const rangeStart = (days: DateRangeDays, until: string): string => new Date(Date.parse(until) - days * 86_400_000).toISOString()
