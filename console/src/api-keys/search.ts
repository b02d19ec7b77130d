import { choiceParam, given, pageQuery, queryParam, sortFrom, tableSearch, type TableSearch } from '../ui/table/search.ts'

/** Search parameters of the API keys page. */
export interface KeysSearch extends TableSearch {
  /** Part of a name, or the prefix of a key. */
  q?: string
  use?: KeyUse
}

/** The contract's `apiKeySorts` and `use`, repeated because this file is in the first chunk. */
const sorts = ['apiKeyName', 'createdAt', 'lastUsedAt', 'expiresAt'] as const
const uses = ['never', 'used', 'expiring', 'expired', 'unlimited', 'rotating', 'stopped'] as const
export type KeyUse = (typeof uses)[number]
export const defaultSort = 'apiKeyName'

/** Parses the page's search parameters; invalid ones are left out. */
export function keysSearch(raw: Record<string, unknown>): KeysSearch {
  return given<KeysSearch>({ ...tableSearch(raw, sorts), q: queryParam(raw), use: choiceParam(raw.use, uses) })
}

export const isFiltered = (search: KeysSearch): boolean => search.q !== undefined || search.use !== undefined

/** A change that clears search and filters. */
export const noFilters = { q: undefined, use: undefined } satisfies Partial<KeysSearch>

/** The list call behind the page. Only the prefix of a pasted key is sent, so that full keys stay out of URLs. */
export const listInput = (search: KeysSearch) => ({
  ...pageQuery(search),
  search: search.q?.replace(/^(stw_key_\w{6})\w+$/, '$1'),
  use: search.use,
  sort: sortFrom(search.sort, sorts, defaultSort),
})
