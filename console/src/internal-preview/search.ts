import { dateRangeDays, type DateRangeDays } from '@steward/contract/rules/date-ranges'

/** Search parameters of the internal preview. */
export interface LanesSearch {
  days?: DateRangeDays
}

/** Parses the search parameters; invalid ones are left out. */
export function lanesSearch(raw: Record<string, unknown>): LanesSearch {
  const days = dateRangeDays.find((range) => range === Number(raw.days))
  return days === undefined ? {} : { days }
}
