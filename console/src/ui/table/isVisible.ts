import { breakpoints } from '../../theme/breakpoints.ts'
import { type ColumnHead, isShown } from './columns.ts'
import type { TableLayout } from './layout.ts'

/** The width of the window, as media queries measure it. */
export const windowEm = (): number => innerWidth / Number.parseFloat(getComputedStyle(document.documentElement).fontSize)

/** Whether a layout shows a column in a window of this width. */
export const isVisible = (column: ColumnHead, layout: TableLayout, widthEm: number): boolean =>
  isShown(column, layout) && (fits(column.from, widthEm) || layout.columns[column.id] === true)

function fits(from: ColumnHead['from'], widthEm: number): boolean {
  if (from === undefined || from === 'chosen') return true
  if (from === 'desktopAndCards') return widthEm < breakpoints.tablet || widthEm >= breakpoints.desktop
  return widthEm >= breakpoints[from]
}
