import { dateRangeDays, type DateRangeDays } from '@steward/contract/rules/date-ranges'
import { idsParam, textParam } from '../ui/table/search.ts'

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
  const days = dateRangeDays.find((range) => range === Number(raw.days))
  const key = idsParam(raw.key)?.[0]
  const endpoint = textParam(raw.endpoint)?.slice(0, 100)
  return { ...(days === undefined ? {} : { days }), ...(key === undefined ? {} : { key }), ...(endpoint ? { endpoint } : {}) }
}
