import type { ReactNode } from 'react'
import type { breakpoints } from '../../theme/breakpoints.ts'

/** A column of a `DataTable`. */
export interface DataColumn<Row> {
  id: string
  /** The label in the header, in the column picker and next to the value on phones. */
  header: string
  /** Hides the header visually, where the cells explain themselves. */
  isHeaderHidden?: boolean
  cell: (row: Row) => ReactNode
  /** The server's sort field; without it the column is not sortable. */
  sort?: string
  /** Numbers are right-aligned. */
  align?: 'end'
  /** Minimum window width: wide screens get more columns. */
  from?: keyof typeof breakpoints
  /** Hidden unless chosen. */
  optional?: boolean
  /** Can't be hidden because it identifies the row. Defaults to the first column. */
  fixed?: boolean
  /** `narrow` for counts, `time` for times, `status` for statuses with a value, `wide` for names; the other columns share the rest. */
  width?: 'narrow' | 'status' | 'time' | 'wide'
}

export const isFixed = <Row>(column: DataColumn<Row>, index: number): boolean => column.fixed ?? index === 0

const key = (table: string) => `steward.columns.${table}`

/** The visible columns: the choice stored on this device, or all that aren't optional. */
export function readVisibility<Row>(table: string, columns: readonly DataColumn<Row>[]): Record<string, boolean> {
  const visibility = Object.fromEntries(columns.map((column) => [column.id, column.optional !== true]))
  const stored = storedVisibility(table)
  if (typeof stored === 'object' && stored !== null) {
    for (const [id, shown] of Object.entries(stored)) if (id in visibility && typeof shown === 'boolean') visibility[id] = shown
  }
  return visibility
}

function storedVisibility(table: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(key(table)) ?? 'null')
  } catch {
    // Not written by this table; use the defaults.
    return null
  }
}

export function writeVisibility(table: string, visibility: Record<string, boolean>): void {
  localStorage.setItem(key(table), JSON.stringify(visibility))
}
