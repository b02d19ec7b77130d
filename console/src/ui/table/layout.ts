import { useSearch } from '@tanstack/react-router'
import { useCallback, useSyncExternalStore } from 'react'
import type { Density } from '../../theme/preferences.ts'
import { savedViewParam } from './search.ts'

/** How someone arranged a table on this device, or a saved view arranges it. */
export interface TableLayout {
  /** Which columns are shown, for those that were chosen or hidden. */
  columns: Readonly<Record<string, boolean>>
  /** Widths in px of the columns that were resized. */
  widths: Readonly<Record<string, number>>
  /** Of a saved view; otherwise the density that the user prefers. */
  density?: Density | undefined
  /** Changed since the saved view was opened. */
  isChanged?: boolean
}

export const emptyLayout: TableLayout = { columns: {}, widths: {} }

/** Each saved view has a layout of its own, so that opening one doesn't change the list without a view. */
const keyOf = (table: string, savedView: string | undefined): string =>
  `steward.columns.${table}${savedView === undefined ? '' : `.${savedView}`}`

const read = new Map<string, TableLayout>()
const listeners = new Set<() => void>()

/** The stored layout; undefined without one. */
export function storedLayout(table: string, savedView: string | undefined): TableLayout | undefined {
  const key = keyOf(table, savedView)
  const known = read.get(key)
  if (known) return known
  const stored = parsed(localStorage.getItem(key))
  if (stored) read.set(key, stored)
  return stored
}

function parsed(text: string | null): TableLayout | undefined {
  try {
    const stored: unknown = JSON.parse(text ?? 'null')
    if (!isRecord(stored)) return undefined
    const { columns = stored, widths, density, isChanged } = stored
    return {
      columns: entriesOf(columns, (value) => typeof value === 'boolean'),
      widths: entriesOf(widths, (value) => typeof value === 'number'),
      ...(density === 'compact' || density === 'comfortable' ? { density } : {}),
      ...(isChanged === true ? { isChanged } : {}),
    }
  } catch {
    // Not written by this table.
    return undefined
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

const entriesOf = <T>(value: unknown, isValid: (value: unknown) => value is T): Record<string, T> =>
  Object.fromEntries(isRecord(value) ? Object.entries(value).filter((entry): entry is [string, T] => isValid(entry[1])) : [])

/** Stores a layout; undefined removes it. */
export function storeLayout(table: string, savedView: string | undefined, layout: TableLayout | undefined): void {
  const key = keyOf(table, savedView)
  if (layout === undefined) {
    read.delete(key)
    localStorage.removeItem(key)
  } else {
    read.set(key, layout)
    localStorage.setItem(key, JSON.stringify(layout))
  }
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The id of the saved view that a list shows. */
export const useSavedViewId = (): string | undefined =>
  useSearch({ strict: false, select: (search: Record<string, unknown>) => savedViewParam(search) })

/** The layout of a table with the saved view that it shows, and how to change it. */
export function useTableLayout(table: string): [TableLayout, (change: Partial<TableLayout>) => void] {
  const savedView = useSavedViewId()
  const layout = useSyncExternalStore(subscribe, () => storedLayout(table, savedView) ?? emptyLayout)
  const change = useCallback(
    (changed: Partial<TableLayout>) =>
      storeLayout(table, savedView, {
        ...(storedLayout(table, savedView) ?? emptyLayout),
        ...changed,
        ...(savedView === undefined ? {} : { isChanged: true }),
      }),
    [table, savedView],
  )
  return [layout, change]
}
