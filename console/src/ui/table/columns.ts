import type { ReactNode } from 'react'
import type { breakpoints } from '../../theme/breakpoints.ts'

/** A column of a `DataTable`. */
export interface DataColumn<Row> {
  id: string
  /** Its name in the header, in the column choice and beside the value on phones. */
  header: string
  /** The header is said to screen readers only, as where the cells say it themselves. */
  isHeaderHidden?: boolean
  cell: (row: Row) => ReactNode
  /** The field the server sorts by; without it the column is not sortable. */
  sort?: string
  /** Numbers stand at the right. */
  align?: 'end'
  /** Shows only from this width on: wide screens get more columns. */
  from?: keyof typeof breakpoints
  /** Hidden until somebody chooses it. */
  optional?: boolean
  /** Cannot be hidden: what the row is known by. The first column unless told. */
  fixed?: boolean
  /** `narrow` for states and counts, `time` for moments, `wide` for names; the rest shares what is left. */
  width?: 'narrow' | 'time' | 'wide'
}

export const isFixed = <Row>(column: DataColumn<Row>, index: number): boolean => column.fixed ?? index === 0

const key = (table: string) => `steward.columns.${table}`

/** Which columns show: what was chosen on this device, else those that are not optional. */
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
    // Not ours; the columns start afresh.
    return null
  }
}

export function writeVisibility(table: string, visibility: Record<string, boolean>): void {
  localStorage.setItem(key(table), JSON.stringify(visibility))
}
