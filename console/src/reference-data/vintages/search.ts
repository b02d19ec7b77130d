import { choiceParam, given, queryParam, tableSearch, textParam, type TableSearch } from '../../ui/table/search.ts'

export const vintageStatuses = ['Draft', 'Published'] as const
export type VintageStatusName = (typeof vintageStatuses)[number]

/** Some of the contract's `vintageFields`; repeated because this file is in the first chunk. A test compares them. */
export const vintageSortFields = ['vintage', 'status', 'lastAsOfDate', 'currencyCount', 'rateCount', 'publishedAt', 'createdAt'] as const
/** The newest first. */
export const defaultVintageSort = '-createdAt'

/** URL state of a scheme's vintages. */
export interface SchemeSearch extends TableSearch {
  /** Part of a vintage's name. */
  q?: string
  status?: VintageStatusName
  /** The scheme's own form is open. */
  edit?: true
}

/** URL state of a review: from which move in percent on a rate is shown. */
export interface ReviewSearch {
  percent?: number
}

/** URL state of a comparison. */
export interface CompareSearch extends TableSearch {
  /** The vintage to compare with; the one published before if absent. */
  base?: string
}

export function schemeSearch(raw: Record<string, unknown>): SchemeSearch {
  return given<SchemeSearch>({
    ...tableSearch(raw, vintageSortFields),
    q: queryParam(raw, 32),
    status: choiceParam(raw.status, vintageStatuses),
    edit: raw.edit === true ? true : undefined,
  })
}

export const isFiltered = ({ q, status }: SchemeSearch): boolean => q !== undefined || status !== undefined

export function reviewSearch(raw: Record<string, unknown>): ReviewSearch {
  const percent = Number(raw.percent ?? Number.NaN)
  return percent >= 0 && percent <= 1_000 ? { percent } : {}
}

export function compareSearch(raw: Record<string, unknown>): CompareSearch {
  return given<CompareSearch>({ ...tableSearch(raw, []), base: textParam(raw.base) })
}
