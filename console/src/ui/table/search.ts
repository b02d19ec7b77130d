/** A table's state in the URL. Pages add their own filters. */
export interface TableSearch {
  /** 1-based; absent on the first page. */
  page?: number
  /** Rows per page; absent for the default. */
  limit?: number
  /** `field`, or `-field` for descending. */
  sort?: string
}

/** Specification 2, section 9: list page limit. */
export const defaultLimit = 20

/**
 * Reads a table's part of the raw search parameters, for `validateSearch`. Written by hand rather than as a schema because it
 * is in the first chunk. Invalid values are dropped, so that the URL is normalized.
 * @param sorts the sortable fields
 */
export function tableSearch(raw: Record<string, unknown>, sorts: readonly string[]): TableSearch {
  const page = wholeNumber(raw.page)
  const limit = wholeNumber(raw.limit)
  const sort = textParam(raw.sort)
  return given<TableSearch>({
    page: page === 1 ? undefined : page,
    limit: limit === defaultLimit || Number(limit) > 500 ? undefined : limit,
    sort: sorts.includes(String(sort).replace(/^-/, '')) ? sort : undefined,
  })
}

/** Without what is undefined, for `validateSearch`. */
export const given = <S extends object>(search: { [K in keyof S]: S[K] | undefined }): S =>
  // Every remaining value is defined.
  Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined)) as S

function wholeNumber(value: unknown): number | undefined {
  const number = Number(value)
  return Number.isInteger(number) && number > 0 ? number : undefined
}

/** A text search parameter; the router parses `?q=12` to a number. */
export function textParam(value: unknown): string | undefined {
  if (typeof value === 'number') return String(value)
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** What was typed into a search field, of this length at most. */
export const queryParam = (raw: Record<string, unknown>, length = 100): string | undefined =>
  textParam(raw.q)?.trim().slice(0, length) || undefined

/** A search parameter with one of a few values. */
export function choiceParam<const V extends string>(value: unknown, choices: readonly V[]): V | undefined {
  return choices.find((choice) => choice === value)
}

/** A search parameter with several of a few values. */
export function choicesParam<const V extends string>(value: unknown, choices: readonly V[]): V[] | undefined {
  const given = Array.isArray(value) ? value : [value]
  const known = choices.filter((choice) => given.includes(choice))
  return known.length > 0 ? known : undefined
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** A search parameter with entity ids; at most 50, the contract's limit for repeated values. */
export function idsParam(value: unknown): string[] | undefined {
  const given: unknown[] = Array.isArray(value) ? value : [value]
  const ids = given.filter((one): one is string => typeof one === 'string' && uuid.test(one)).slice(0, 50)
  return ids.length > 0 ? ids : undefined
}

/** The id of the saved view that a list shows; every list with saved views has this parameter. */
export const savedViewParam = (raw: Record<string, unknown>): string | undefined => idsParam(raw.savedView)?.[0]

/** A sort of the URL as a list call takes it, or `fallback` if it is missing or the server would refuse it. */
export function sortFrom<const S extends string>(
  sort: string | undefined,
  sorts: readonly S[],
  fallback: NoInfer<S> | `-${NoInfer<S>}`,
): S | `-${S}` {
  const field = sorts.find((known) => known === sort?.replace(/^-/, ''))
  if (field === undefined) return fallback
  return sort?.startsWith('-') ? `-${field}` : field
}

/** The paging and sorting part of a list call. */
export function pageQuery(search: TableSearch): { limit: number; offset: number; sort?: string } {
  const limit = search.limit ?? defaultLimit
  return { limit, offset: ((search.page ?? 1) - 1) * limit, ...(search.sort === undefined ? {} : { sort: search.sort }) }
}

/** Search parameters after a change: empty values are dropped, and a filter change returns to the first page. */
export function patchSearch<S extends object>(previous: S, patch: Partial<S>): S {
  const merged: Record<string, unknown> = { ...previous, ...patch }
  if (!('page' in patch)) delete merged.page
  for (const [key, value] of Object.entries(merged)) {
    if (value === undefined || value === '' || (Array.isArray(value) && value.length === 0)) delete merged[key]
  }
  // The keys are those of S, minus optional ones that were dropped.
  return merged as S
}
