import { listSearch } from '../shared/search.ts'

/** The contract's `tagSorts`, repeated because this file is in the first chunk; a test compares them. */
export const sorts = ['tagName', 'isActive', 'createdBy', 'createdAt', 'updatedBy'] as const
export const defaultSort = 'tagName'

/** Parses the search parameters of the data tags page. */
export const tagsSearch = listSearch(sorts)
