import { dateRangeDays, type DateRangeDays } from '@steward/contract/rules/date-ranges'
import { given } from '../ui/table/search.ts'

/** Search parameters of system usage, the same on every tab. */
export interface SystemUsageSearch {
  days?: DateRangeDays
}

/** The range without one in the URL, and that of the cards. */
export const defaultDays: DateRangeDays = 30

/** Parses the search parameters; invalid ones are left out. */
export function systemUsageSearch(raw: Record<string, unknown>): SystemUsageSearch {
  return given<SystemUsageSearch>({ days: dateRangeDays.find((range) => range === Number(raw.days)) })
}
