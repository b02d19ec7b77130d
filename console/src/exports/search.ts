import type { TemporaryFileStatus } from '@steward/contract/exports/schemas'
import { choicesParam, given, idsParam, pageQuery, queryParam, sortFrom, tableSearch, type TableSearch } from '../ui/table/search.ts'

/** URL state of the temporary data page. */
export interface FilesSearch extends TableSearch {
  /** Part of a file name or of its creator's name. */
  q?: string
  status?: TemporaryFileStatus[]
}

/** Same as the contract's `temporaryFileSorts` and `temporaryFileStatus`; repeated because this file is in the first chunk. */
const sorts = ['fileName', 'createdAt', 'expiresAt', 'sizeBytes'] as const
export const statuses = ['queued', 'running', 'ready', 'failed', 'cancelled', 'expired'] as const satisfies readonly TemporaryFileStatus[]
export const defaultSort = '-createdAt'

/** Reads the page's search parameters; invalid values are dropped. */
export function filesSearch(raw: Record<string, unknown>): FilesSearch {
  return given<FilesSearch>({ ...tableSearch(raw, sorts), q: queryParam(raw), status: choicesParam(raw.status, statuses) })
}

export const isFiltered = (search: FilesSearch): boolean => search.q !== undefined || search.status !== undefined

/** A patch that clears search and filters. */
export const noFilters = { q: undefined, status: undefined } satisfies Partial<FilesSearch>

/** The list call of the page. */
export const listInput = (search: FilesSearch) => ({
  ...pageQuery(search),
  search: search.q,
  status: search.status,
  sort: sortFrom(search.sort, sorts, defaultSort),
})

/** The file of the download page. */
export function downloadSearch(raw: Record<string, unknown>): { file?: string } {
  return given({ file: idsParam(raw.file)?.[0] })
}
