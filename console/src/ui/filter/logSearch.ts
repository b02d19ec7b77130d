import { given, queryParam, tableSearch, textParam } from '../table/search.ts'
import { rangeSearch, type RangeSearch } from './rangeSearch.ts'

/** What every log has in the URL: text, a range of time and a page. Pages add their own filters. */
export interface LogSearch extends RangeSearch {
  /** Part of a text; each log says which. */
  q?: string
  /** Positions between which the page is: what is older, or newer. */
  before?: string
  after?: string
  limit?: number
}

/** The contract's `days` without a choice. */
export const defaultDays = 7

/** The contract's limit for repeated values. */
const mostValues = 50

function cursorParam(value: unknown): string | undefined {
  const text = textParam(value)
  return text !== undefined && /^[\w-]{1,3000}$/.test(text) ? text : undefined
}

/** A search parameter with several texts of a pattern. */
export function textsParam(value: unknown, pattern: RegExp): string[] | undefined {
  const given: unknown[] = Array.isArray(value) ? value : [value]
  const texts = given.flatMap((one) => textParam(one)?.trim() ?? []).filter((text) => pattern.test(text))
  return texts.length > 0 ? [...new Set(texts)].slice(0, mostValues) : undefined
}

/** Parses what every log has, and adds the page's own filters; what is undefined is left out. */
export function logSearch<S extends LogSearch>(
  raw: Record<string, unknown>,
  own: { [K in Exclude<keyof S, keyof LogSearch>]-?: S[K] | undefined },
): S {
  const before = cursorParam(raw.before)
  const found = {
    ...rangeSearch(raw),
    q: queryParam(raw, 320),
    before,
    after: before === undefined ? cursorParam(raw.after) : undefined,
    limit: tableSearch(raw, []).limit,
    ...own,
  }
  // The page's own filters have the types of S.
  return given(found) as unknown as S
}
