import { tableSearch, type TableSearch } from '../ui/table/search.ts'

/** Search parameters of the log streams page; invalid ones are left out. */
export const streamsSearch = (raw: Record<string, unknown>): TableSearch => tableSearch(raw, [])
