import { type DateRangeDays, dateRangeDays } from '@steward/contract/rules/date-ranges'
import { given, textParam } from '../table/search.ts'

/** A range of time in the URL: days that end now, or a start and an end (ISO 8601). Without any of them the page's default. */
export interface RangeSearch {
  days?: DateRangeDays
  from?: string
  until?: string
}

const moment = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/

function momentParam(value: unknown): string | undefined {
  const text = textParam(value)
  return text !== undefined && moment.test(text) && !Number.isNaN(Date.parse(text)) ? text : undefined
}

/** The range in raw search parameters; invalid ones are left out. Times win over days. */
export function rangeSearch(raw: Record<string, unknown>): RangeSearch {
  const from = momentParam(raw.from)
  const until = momentParam(raw.until)
  const isForward = from === undefined || until === undefined || Date.parse(from) < Date.parse(until)
  if ((from !== undefined || until !== undefined) && isForward) return given<RangeSearch>({ from, until })
  return given<RangeSearch>({ days: dateRangeDays.find((range) => range === Number(raw.days)) })
}
