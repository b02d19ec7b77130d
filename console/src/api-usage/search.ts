import { dateRangeDays, type DateRangeDays } from '@steward/contract/rules/date-ranges'
import { given, idsParam, textParam } from '../ui/table/search.ts'

/** Search parameters of API monitoring. */
export interface UsageSearch {
  days?: DateRangeDays
  /** One key. */
  key?: string
  /** One endpoint, by its id. */
  endpoint?: string
}

/** Parses the page's search parameters; invalid ones are left out. */
export function usageSearch(raw: Record<string, unknown>): UsageSearch {
  return given<UsageSearch>({
    days: dateRangeDays.find((range) => range === Number(raw.days)),
    key: idsParam(raw.key)?.[0],
    endpoint: textParam(raw.endpoint)?.slice(0, 100),
  })
}
