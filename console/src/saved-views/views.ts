import { defaultParseSearch, defaultStringifySearch } from '@tanstack/react-router'
import type { SavedView } from '@steward/contract/saved-views/schemas'
import { invalidateTables } from '../api/query.ts'
import type { TableLayout } from '../ui/table/layout.ts'

export const readViewsAgain = (): Promise<void> => invalidateTables(['saved_view', 'saved_view_default'])

/** Search parameters that say where in a list someone is, and not what it shows. */
const passing = new Set(['page', 'before', 'after', 'run', 'savedView'])

/** What a list shows, as a view stores it: its search parameters in a fixed order. */
export function searchText(search: object): string {
  const kept = Object.entries(search).filter(([key, value]) => !passing.has(key) && value !== undefined)
  return defaultStringifySearch(Object.fromEntries(kept.toSorted(([a], [b]) => (a < b ? -1 : 1)))).slice(1)
}

/** The search parameters of a list that shows a view. */
export const searchOf = ({ savedViewId, search }: Pick<SavedView, 'savedViewId' | 'search'>): Record<string, unknown> => ({
  ...defaultParseSearch(search),
  savedView: savedViewId,
})

/** The same as in an address. */
export const addressOf = ({ savedViewId, search }: SavedView): string => `${search === '' ? '' : `${search}&`}savedView=${savedViewId}`

export const layoutOf = ({ columns, density }: Pick<SavedView, 'columns' | 'density'>): TableLayout => ({
  columns: Object.fromEntries(columns.map(({ id, isShown }) => [id, isShown])),
  widths: Object.fromEntries(columns.flatMap(({ id, widthPx }) => (widthPx === null ? [] : [[id, widthPx]]))),
  density: density ?? undefined,
})

export const columnsOf = ({ columns, widths }: TableLayout): SavedView['columns'] =>
  Object.keys({ ...columns, ...widths }).map((id) => ({ id, isShown: columns[id] ?? true, widthPx: widths[id] ?? null }))
