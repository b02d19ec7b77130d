import { rangeSearch, type RangeSearch } from '../ui/filter/rangeSearch.ts'
import { choiceParam, choicesParam, defaultLimit, tableSearch, textParam } from '../ui/table/search.ts'

/** The contract's types, repeated because this file is in the first chunk. */
const types = ['Create', 'Update', 'Delete'] as const
export type ChangeType = (typeof types)[number]

/** Search parameters of the audit log. */
export interface AuditSearch extends RangeSearch {
  /** Part of a name or a value. */
  q?: string
  /** Ids of who made changes. */
  actor?: string[]
  type?: ChangeType[]
  category?: string[]
  /** Ids of what was changed. */
  entity?: string[]
  field?: string[]
  /** One row for each change instead of one for each field. */
  view?: 'change'
  /** Positions between which the page is: what is older, or newer. */
  before?: string
  after?: string
  limit?: number
}

/** The contract's `days` without a choice. */
export const defaultDays = 7

function textsParam(value: unknown): string[] | undefined {
  const given: unknown[] = Array.isArray(value) ? value : [value]
  const texts = given.map(textParam).filter((text): text is string => text !== undefined && text.length <= 320)
  return texts.length > 0 ? texts.slice(0, 50) : undefined
}

const cursorParam = (value: unknown): string | undefined => {
  const text = textParam(value)
  return text !== undefined && /^[\w-]{1,200}$/.test(text) ? text : undefined
}

/** Parses the page's search parameters; invalid ones are left out. */
export function auditSearch(raw: Record<string, unknown>): AuditSearch {
  const before = cursorParam(raw.before)
  const found = {
    ...rangeSearch(raw),
    q: textParam(raw.q)?.trim().slice(0, 320) || undefined,
    actor: textsParam(raw.actor),
    type: choicesParam(raw.type, types),
    category: textsParam(raw.category),
    entity: textsParam(raw.entity),
    field: textsParam(raw.field),
    view: choiceParam(raw.view, ['change']),
    before,
    after: before === undefined ? cursorParam(raw.after) : undefined,
    limit: tableSearch(raw, []).limit,
  }
  // Every remaining value is defined.
  return Object.fromEntries(Object.entries(found).filter(([, value]) => value !== undefined)) as AuditSearch
}

const filters = ['q', 'actor', 'type', 'category', 'entity', 'field'] as const

export const isFiltered = (search: AuditSearch): boolean => filters.some((key) => search[key] !== undefined)

/** A change that clears search and filters, and keeps the range. */
export const noFilters = {
  q: undefined,
  actor: undefined,
  type: undefined,
  category: undefined,
  entity: undefined,
  field: undefined,
} satisfies Partial<AuditSearch>

/** A change that shows the newest page. */
export const newestPage = { before: undefined, after: undefined } satisfies Partial<AuditSearch>

/** The filters and the range, also for the export. */
export const filterQuery = (search: AuditSearch) => ({
  days: search.days,
  from: search.from,
  until: search.until,
  actor: search.actor,
  type: search.type,
  category: search.category,
  entity: search.entity,
  field: search.field,
  search: search.q,
})

/** The list call for a URL. */
export const listInput = (search: AuditSearch) => ({
  ...filterQuery(search),
  before: search.before,
  after: search.after,
  limit: search.limit ?? defaultLimit,
})
