import type { LinkOptions } from '@tanstack/react-router'
import { memo, useRef, type MouseEvent, type ReactNode } from 'react'
import { m } from '@steward/contract/paraglide/messages'
import { cx } from '../display/cx.ts'
import { Skeleton } from '../display/states.tsx'
import type { DataColumn } from './columns.ts'
import css from './DataTable.module.css'
import { PlainLink } from '../display/PlainLink.tsx'

interface TableRowProps<Row> {
  row: Row
  /** The visible columns. */
  columns: readonly DataColumn<Row>[]
  name: string
  /** Undefined if rows aren't selectable. */
  selected: boolean | undefined
  /** Why the row can't be selected. */
  disabledReason: string | undefined
  /** The name is the label of the checkbox with this id. */
  checkboxId: string | undefined
  isOpen: boolean
  link: LinkOptions | undefined
  menuOpen: boolean
  /** Rows are cards, which lose the look of a table; ARIA roles restore its structure. */
  isCard: boolean
  onSelect: ((row: Row, checked: boolean, extend: boolean) => void) | undefined
  onOpen: ((row: Row) => void) | undefined
  /** Gives the row a button for its menu. */
  onMenu: ((row: Row, anchor: HTMLButtonElement) => void) | undefined
}

/** A click on a control in the row, or the end of a text selection, doesn't open the row. */
function isForRow(event: MouseEvent): boolean {
  const target = event.target
  if (!(target instanceof Element) || target.closest(`a, button, input, label, select, .${css.check}`)) return false
  return (getSelection()?.toString() ?? '') === ''
}

/** Lets an email address break after its @, rather than inside a word. */
function breakable(content: ReactNode): ReactNode {
  const [, name, domain] = typeof content === 'string' ? (/^(.+@)(.+)$/.exec(content) ?? []) : []
  return name === undefined ? (
    content
  ) : (
    <span>
      {name}
      <wbr />
      {domain}
    </span>
  )
}

const rowWithLink = cx(css.row, css.linked)
const checkCell = cx(css.cell, css.check)
const actionsCell = cx(css.cell, css.actions)

function PlainTableRow<Row>(props: TableRowProps<Row>) {
  const { row, columns, name, selected, disabledReason, checkboxId, isOpen, link, menuOpen, isCard, onSelect, onOpen, onMenu } = props
  const extend = useRef(false)
  return (
    <tr
      className={link ? rowWithLink : css.row}
      role={isCard ? 'row' : undefined}
      data-selected={selected ? '' : undefined}
      title={disabledReason}
      data-open={isOpen ? '' : undefined}
      onClick={link ? (event) => isForRow(event) && onOpen?.(row) : undefined}
    >
      {selected === undefined ? null : (
        <td
          role={isCard ? 'cell' : undefined}
          className={checkCell}
          // The whole cell toggles the checkbox, so that a near miss doesn't open the row.
          onClick={(event) => event.target === event.currentTarget && !disabledReason && onSelect?.(row, !selected, event.shiftKey)}
        >
          <input
            type="checkbox"
            id={checkboxId}
            aria-label={m.ui_select_row({ name })}
            aria-description={disabledReason}
            disabled={disabledReason !== undefined}
            checked={selected}
            // A change event doesn't tell whether Shift is pressed; the click before it does.
            onClick={(event) => (extend.current = event.shiftKey)}
            onChange={(event) => onSelect?.(row, event.target.checked, extend.current)}
          />
        </td>
      )}
      {columns.map((column, index) => (
        <td
          key={column.id}
          role={index === 0 ? 'rowheader' : isCard ? 'cell' : undefined}
          data-label={isCard ? column.header : undefined}
          className={cx(
            css.cell,
            index === 0 && css.name,
            column.align && css.end,
            column.from && css[column.from],
            column.width && css[column.width],
          )}
        >
          {index === 0 && link ? (
            <PlainLink link={link} className={css.link}>
              {column.cell(row)}
            </PlainLink>
          ) : index === 0 && checkboxId ? (
            <label htmlFor={checkboxId}>{column.cell(row)}</label>
          ) : isCard ? (
            breakable(column.cell(row))
          ) : (
            column.cell(row)
          )}
        </td>
      ))}
      {onMenu ? (
        <td role={isCard ? 'cell' : undefined} className={actionsCell}>
          <button
            type="button"
            className={css.more}
            aria-label={m.ui_row_actions({ name })}
            aria-haspopup="menu"
            aria-expanded={menuOpen || undefined}
            onClick={(event) => onMenu(row, event.currentTarget)}
          />
        </td>
      ) : null}
    </tr>
  )
}

/** Rows re-render only when their data changes; the link is a new object each time, so compare its target. */
export const TableRow = memo(
  PlainTableRow,
  (before, after) =>
    Object.entries(after).every(([key, value]) =>
      key === 'link' ? JSON.stringify(before.link) === JSON.stringify(value) : before[key as keyof typeof before] === value,
    ),
  // memo drops the type parameter of a generic component.
) as typeof PlainTableRow

interface SkeletonRowsProps<Row> {
  columns: readonly DataColumn<Row>[]
  count: number
  selectable: boolean
  hasActions: boolean
}

/** Skeleton rows. */
export function SkeletonRows<Row>({ columns, count, selectable, hasActions }: SkeletonRowsProps<Row>) {
  return Array.from({ length: count }, (_, index) => (
    <tr key={index} className={css.row} aria-hidden>
      {selectable ? <td className={checkCell} /> : null}
      {columns.map((column, position) => (
        <td
          key={column.id}
          className={cx(
            css.cell,
            position === 0 && css.name,
            column.align && css.awaited,
            column.from && css[column.from],
            column.width && css[column.width],
          )}
        >
          <Skeleton index={index + position} />
        </td>
      ))}
      {hasActions ? <td className={actionsCell} /> : null}
    </tr>
  ))
}
