import type { ReactNode } from 'react'
import type { breakpoints } from '../../theme/breakpoints.ts'
import type { TableLayout } from './layout.ts'

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
  /**
   * `narrow` for counts, `time` for times, `status` for statuses with a value, `wide` for names, `person` for names of people beside many
   * other columns; the other columns share the rest.
   */
  width?: 'person' | 'narrow' | 'status' | 'time' | 'wide'
}

export const isFixed = <Row>(column: DataColumn<Row>, index: number): boolean => column.fixed ?? index === 0

/** The columns that a layout shows: those chosen, and otherwise those that aren't optional. */
export const isShown = <Row>(column: DataColumn<Row>, { columns }: TableLayout): boolean => columns[column.id] ?? column.optional !== true
