import type { TemporaryFileStatus } from '@steward/contract/exports/schemas'
import { choicesParam, idsParam, pageQuery, sortFrom, tableSearch, textParam, type TableSearch } from '../ui/table/search.ts'

/** What of the page of temporary data lives in its URL. */
export interface FilesSearch extends TableSearch {
  /** Part of a file name or of who made it. */
  q?: string
  status?: TemporaryFileStatus[]
}

/** As the contract's `temporaryFileSorts` and `temporaryFileStatus`; written again because this file is in the first chunk. */
const sorts = ['fileName', 'createdAt', 'expiresAt', 'sizeBytes'] as const
export const statuses = ['queued', 'running', 'ready', 'failed', 'cancelled', 'expired'] as const satisfies readonly TemporaryFileStatus[]
export const defaultSort = '-createdAt'

/** Reads the page's search parameters; what makes no sense is left out. */
export function filesSearch(raw: Record<string, unknown>): FilesSearch {
  const q = textParam(raw.q)?.trim().slice(0, 100)
  const status = choicesParam(raw.status, statuses)
  return { ...tableSearch(raw, sorts), ...(q ? { q } : {}), ...(status ? { status } : {}) }
}

export const isFiltered = (search: FilesSearch): boolean => search.q !== undefined || search.status !== undefined

/** A change that takes search and filters away. */
export const noFilters = { q: undefined, status: undefined } satisfies Partial<FilesSearch>

/** The list call behind the page. */
export const listInput = (search: FilesSearch) => ({
  ...pageQuery(search),
  search: search.q,
  status: search.status,
  sort: sortFrom(search.sort, sorts, defaultSort),
})

/** Which file the download page is about. */
export function downloadSearch(raw: Record<string, unknown>): { file?: string } {
  const file = idsParam(raw.file)?.[0]
  return file === undefined ? {} : { file }
}
