import type { ReactNode } from 'react'
import type { breakpoints } from '../../theme/breakpoints.ts'
import type { TableLayout } from './layout.ts'

type Breakpoint = Exclude<keyof typeof breakpoints, 'phone' | 'tablet'>

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
  /**
   * Minimum window width: wide screens get more columns. `desktopAndCards` is also shown in the cards of phones, `chosen` is for one that
   * someone wants in every window.
   */
  from?: Breakpoint | 'desktopAndCards' | 'chosen'
  /** Hidden unless chosen. */
  optional?: boolean
  /** Can't be hidden because it identifies the row. Defaults to the first column. */
  fixed?: boolean
  /**
   * `narrow` for counts, `time` for times, `status` for statuses with a value, `wide` for names, `person` for names beside many other
   * columns; the other columns share the rest.
   */
  width?: 'person' | 'narrow' | 'status' | 'time' | 'wide'
}

/** A column without what it shows of a row. */
export type ColumnHead = Omit<DataColumn<never>, 'cell'>

export const isFixed = (column: ColumnHead, index: number): boolean => column.fixed ?? index === 0

/** Whether a layout shows a column where the window is wide enough. */
export const isShown = (column: ColumnHead, { columns }: TableLayout): boolean => columns[column.id] ?? column.optional !== true

/** The columns that a layout shows: those chosen, in every window, and otherwise those that aren't optional, where the window is wide enough. */
export const columnsOf = <Row>(columns: readonly DataColumn<Row>[], layout: TableLayout): DataColumn<Row>[] =>
  columns
    .filter((column) => isShown(column, layout))
    .map((column) => (column.from !== undefined && layout.columns[column.id] ? { ...column, from: 'chosen' } : column))
