import { dateRangeDays, type DateRangeDays } from '@steward/contract/rules/date-ranges'
import { given } from '../ui/table/search.ts'

/** Search parameters of the internal preview. */
export interface LanesSearch {
  days?: DateRangeDays
}

/** Parses the search parameters; invalid ones are left out. */
export function lanesSearch(raw: Record<string, unknown>): LanesSearch {
  return given<LanesSearch>({ days: dateRangeDays.find((range) => range === Number(raw.days)) })
}
