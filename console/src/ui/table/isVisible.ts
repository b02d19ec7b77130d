import { breakpoints } from '../../theme/breakpoints.ts'
import { type ColumnHead, isShown } from './columns.ts'
import type { TableLayout } from './layout.ts'

/** Whether a layout shows a column in a window of this width. */
export const isVisible = (column: ColumnHead, layout: TableLayout, windowPx: number): boolean =>
  isShown(column, layout) && (fits(column.from, windowPx) || layout.columns[column.id] === true)

function fits(from: ColumnHead['from'], windowPx: number): boolean {
  if (from === undefined || from === 'chosen') return true
  if (from === 'desktopAndCards') return windowPx < breakpoints.tablet || windowPx >= breakpoints.desktop
  return windowPx >= breakpoints[from]
}
