import type { Column, Row as TableRowModel } from '@tanstack/react-table'
import { Link, type LinkOptions } from '@tanstack/react-router'
import { Ellipsis } from 'lucide-react'
import { memo, type MouseEvent, type ReactNode } from 'react'
import { m } from '@steward/contract/paraglide/messages'
import { cx } from '../cx.ts'
import { Skeleton } from '../states.tsx'
import type { features, TableColumn } from './columns.ts'
import css from './DataTable.module.css'

interface TableRowProps<Row extends object> {
  row: TableRowModel<typeof features, Row>
  /** Only to render again when they change. */
  visibility: Record<string, boolean>
  columns: TableColumn<Row>[]
  selected: boolean
  isOpen: boolean
  name: string
  link: LinkOptions | undefined
  onOpen: (row: TableRowModel<typeof features, Row>) => void
  onMenu: ((anchor: HTMLButtonElement) => void) | undefined
  menuOpen: boolean
  selectable: boolean
}

/** A click that is meant for something in the row, or that ends a selection of text, does not open the row. */
function isForRow(event: MouseEvent): boolean {
  const target = event.target
  if (!(target instanceof Element) || target.closest('a, button, input, label, select')) return false
  return (getSelection()?.toString() ?? '') === ''
}

function PlainTableRow<Row extends object>({
  row,
  selected,
  isOpen,
  name,
  link,
  onOpen,
  onMenu,
  menuOpen,
  selectable,
}: TableRowProps<Row>) {
  return (
    <tr
      className={css.row}
      role="row"
      data-selected={selected ? '' : undefined}
      data-link={link ? '' : undefined}
      data-open={isOpen ? '' : undefined}
      onClick={link ? (event) => isForRow(event) && onOpen(row) : undefined}
    >
      {selectable ? (
        <td role="cell" className={cx(css.cell, css.check)}>
          <label>
            <input type="checkbox" aria-label={m.ui_select_row({ name })} checked={selected} onChange={row.getToggleSelectedHandler()} />
          </label>
        </td>
      ) : null}
      {row.getVisibleCells().map((cell, index) => {
        const meta = cell.column.columnDef.meta
        const render = cell.column.columnDef.cell
        // Columns are made by toTableColumns, whose cells are functions.
        const content: ReactNode = typeof render === 'function' ? render(cell.getContext()) : null
        return (
          <td
            key={cell.id}
            role={index === 0 ? 'rowheader' : 'cell'}
            data-label={meta?.title}
            className={cx(
              css.cell,
              index === 0 && css.name,
              meta?.align && css.end,
              meta?.from && css[meta.from],
              meta?.width && css[meta.width],
            )}
          >
            {index === 0 && link ? (
              <Link {...link} className={css.link}>
                {content}
              </Link>
            ) : (
              content
            )}
          </td>
        )
      })}
      {onMenu ? (
        <td role="cell" className={cx(css.cell, css.actions)}>
          <button
            type="button"
            className={css.more}
            aria-label={m.ui_row_actions({ name })}
            aria-haspopup="menu"
            aria-expanded={menuOpen}
            onClick={(event) => onMenu(event.currentTarget)}
          >
            <Ellipsis aria-hidden />
          </button>
        </td>
      ) : null}
    </tr>
  )
}

/**
 * Rows render again only for what they show. Handlers are left out of the comparison: they act on the row they were
 * made for, which is compared.
 */
export const TableRow = memo(
  PlainTableRow,
  (before, after) =>
    before.row === after.row &&
    before.visibility === after.visibility &&
    before.columns === after.columns &&
    before.selected === after.selected &&
    before.isOpen === after.isOpen &&
    before.name === after.name &&
    before.menuOpen === after.menuOpen &&
    before.selectable === after.selectable,
  // memo drops the type parameter of a generic component.
) as typeof PlainTableRow

interface SkeletonRowsProps<Row extends object> {
  columns: readonly Column<typeof features, Row>[]
  count: number
  selectable: boolean
  hasActions: boolean
}

/** Rows in the shape of what comes. */
export function SkeletonRows<Row extends object>({ columns, count, selectable, hasActions }: SkeletonRowsProps<Row>) {
  return Array.from({ length: count }, (_, index) => (
    <tr key={index} className={css.row} aria-hidden>
      {selectable ? <td className={cx(css.cell, css.check)} /> : null}
      {columns.map((column, position) => {
        const meta = column.columnDef.meta
        return (
          <td
            key={column.id}
            className={cx(css.cell, position === 0 && css.name, meta?.from && css[meta.from], meta?.width && css[meta.width])}
          >
            <Skeleton index={index + position} />
          </td>
        )
      })}
      {hasActions ? <td className={cx(css.cell, css.actions)} /> : null}
    </tr>
  ))
}
