import { rangeSearch, type RangeSearch } from '../ui/filter/rangeSearch.ts'
import { choiceParam, defaultLimit, idsParam, tableSearch, textParam } from '../ui/table/search.ts'

/** Search parameters of the system log. */
export interface SystemLogSearch extends RangeSearch {
  /** Part of a username or user agent, or a request id. */
  q?: string
  /** The contract's kinds of events; the page names those it does not know. */
  kind?: string[]
  outcome?: 'success' | 'failure'
  /** User ids. */
  userId?: string[]
  address?: string
  before?: string
  after?: string
  limit?: number
}

/** The contract's `days` without a choice. */
export const defaultDays = 7

const cursorParam = (value: unknown): string | undefined => {
  const text = textParam(value)
  return text !== undefined && /^[\w-]{1,200}$/.test(text) ? text : undefined
}

function kindsParam(value: unknown): string[] | undefined {
  const given: unknown[] = Array.isArray(value) ? value : [value]
  const kinds = given.filter((one): one is string => typeof one === 'string' && /^[a-z_]{1,50}$/.test(one))
  return kinds.length > 0 ? kinds : undefined
}

const address = /^(\d{1,3}(\.\d{1,3}){3}|[\da-f:.]*:[\da-f:.]*)$/i

/** Parses the page's search parameters; invalid ones are left out. */
export function systemLogSearch(raw: Record<string, unknown>): SystemLogSearch {
  const before = cursorParam(raw.before)
  const from = textParam(raw.address)
  const found = {
    ...rangeSearch(raw),
    q: textParam(raw.q)?.trim().slice(0, 320) || undefined,
    kind: kindsParam(raw.kind),
    outcome: choiceParam(raw.outcome, ['success', 'failure']),
    userId: idsParam(raw.userId),
    address: from !== undefined && address.test(from) ? from : undefined,
    before,
    after: before === undefined ? cursorParam(raw.after) : undefined,
    limit: tableSearch(raw, []).limit,
  }
  // Every remaining value is defined.
  return Object.fromEntries(Object.entries(found).filter(([, value]) => value !== undefined)) as SystemLogSearch
}

export const isFiltered = ({ q, kind, outcome, userId, address: from }: SystemLogSearch): boolean =>
  [q, kind, outcome, userId, from].some((filter) => filter !== undefined)

/** A change that clears search and filters, and keeps the range. */
export const noFilters = {
  q: undefined,
  kind: undefined,
  outcome: undefined,
  userId: undefined,
  address: undefined,
} satisfies Partial<SystemLogSearch>

/** A change that shows the newest page. */
export const newestPage = { before: undefined, after: undefined } satisfies Partial<SystemLogSearch>

export const pageSize = ({ limit }: SystemLogSearch): number => limit ?? defaultLimit
