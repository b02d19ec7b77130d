import { choiceParam, pageQuery, sortFrom, tableSearch, textParam, type TableSearch } from '../ui/table/search.ts'

/** What of the page of API keys lives in its URL. */
export interface KeysSearch extends TableSearch {
  /** Part of a name, or the beginning of a key. */
  q?: string
  use?: KeyUse
}

/** As the contract's `apiKeySorts` and `use`; written again because this file is in the first chunk. */
const sorts = ['apiKeyName', 'createdAt', 'lastUsedAt', 'expiresAt'] as const
const uses = ['never', 'used', 'expired', 'stopped'] as const
export type KeyUse = (typeof uses)[number]
export const defaultSort = 'apiKeyName'

/** Reads the page's search parameters; what makes no sense is left out. */
export function keysSearch(raw: Record<string, unknown>): KeysSearch {
  const q = textParam(raw.q)?.trim().slice(0, 100)
  const use = choiceParam(raw.use, uses)
  return { ...tableSearch(raw, sorts), ...(q ? { q } : {}), ...(use ? { use } : {}) }
}

export const isFiltered = (search: KeysSearch): boolean => search.q !== undefined || search.use !== undefined

/** A change that takes search and filters away. */
export const noFilters = { q: undefined, use: undefined } satisfies Partial<KeysSearch>

/** The list call behind the page. A key that was pasted whole is asked for by its beginning only: it stays out of addresses. */
export const listInput = (search: KeysSearch) => ({
  ...pageQuery(search),
  search: search.q?.replace(/^(stw_key_\w{6})\w+$/, '$1'),
  use: search.use,
  sort: sortFrom(search.sort, sorts, defaultSort),
})
