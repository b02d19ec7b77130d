import type { LinkOptions } from '@tanstack/react-router'
import { useId } from 'react'
import { useShownTimeZone } from '../../theme/preferences.ts'
import { useNarrow } from '../../theme/useNarrow.ts'
import { cx } from '../display/cx.ts'
import type { DataColumn } from './columns.ts'
import css from './DataTable.module.css'
import { TableHead } from './TableHead.tsx'
import { SkeletonRows, TableRow } from './TableRow.tsx'
import { useCellTitles } from './useCellTitles.ts'

/** Which rows are selected, by id; rows on other pages included. */
export interface SelectableRows<Row> {
  ids: ReadonlySet<string>
  /** Why a row can't be selected. */
  reasonOf?: (row: Row) => string | undefined
  /** The row's name is the label of its checkbox. */
  isLabeled?: boolean
  onSelect: (row: Row, checked: boolean, extend: boolean) => void
  /** Only the rows that can be selected. */
  onSelectPage: (rows: readonly Row[], checked: boolean) => void
}

export interface RowTableProps<Row extends object> {
  /** Accessible name: "Users". */
  label: string
  /** The visible columns; the first one names the row. */
  columns: readonly DataColumn<Row>[]
  rows: readonly Row[]
  rowId: (row: Row) => string
  rowName: (row: Row) => string
  /** Skeleton rows to show before the first page arrives. */
  pending?: number | undefined
  isBusy: boolean
  /** The rows are still those of the previous page. */
  isStale: boolean
  /** How many rows to render now, and the height of the others. Defaults to all. */
  inSight?: { count: number; restPx: number }
  sort?: string | undefined
  onSort?: (sort: string | undefined) => void
  /** Widths in px of resized columns, by column id. */
  widths?: Readonly<Record<string, number>>
  /** Makes columns resizable. */
  onResize?: (widths: Readonly<Record<string, number>>) => void
  /** Makes rows selectable. */
  selection?: SelectableRows<Row> | undefined
  rowLink?: ((row: Row) => LinkOptions) | undefined
  onOpen?: (row: Row) => void
  openId?: string | undefined
  /** Gives every row a button for its menu. */
  onMenu?: ((row: Row, anchor: HTMLButtonElement) => void) | undefined
  /** The row whose menu is open. */
  menuId?: string | undefined
  className?: string | undefined
}

/** The header and rows of a table, with checkboxes, links and menus if asked for; on phones each row is a card. */
export function RowTable<Row extends object>(props: RowTableProps<Row>) {
  const { columns, rows, rowId, selection, pending, isStale, inSight } = props
  const id = useId()
  const isCard = useNarrow()
  const timeZone = useShownTimeZone()
  const body = useCellTitles()
  const hasActions = props.onMenu !== undefined
  const selectable = selection?.reasonOf ? rows.filter((row) => selection.reasonOf?.(row) === undefined) : rows
  return (
    <div className={css.scroll}>
      <table className={cx(css.table, props.className)} role="table" aria-label={props.label} aria-busy={props.isBusy}>
        <TableHead
          columns={columns}
          sort={props.sort}
          onSort={props.onSort}
          widths={isCard ? undefined : props.widths}
          onResize={isCard ? undefined : props.onResize}
          selected={selection && selectedPart(selectable.map(rowId), selection.ids)}
          onSelectPage={(checked) => selection?.onSelectPage(selectable, checked)}
          isEmpty={selectable.length === 0}
          hasActions={hasActions}
          isCard={isCard}
        />
        {/* Times in cells don't subscribe to the time zone; the key re-renders the body when it changes. */}
        <tbody key={timeZone ?? ''} className={cx(css.body, isStale && css.stale)} role="rowgroup" ref={body}>
          {pending === undefined ? (
            rows
              .slice(0, inSight?.count)
              .map((row) => (
                <TableRow
                  key={rowId(row)}
                  row={row}
                  columns={columns}
                  name={props.rowName(row)}
                  selected={selection?.ids.has(rowId(row))}
                  disabledReason={selection?.reasonOf?.(row)}
                  checkboxId={selection?.isLabeled ? `${id}-${rowId(row)}` : undefined}
                  isOpen={props.openId === rowId(row)}
                  link={props.rowLink?.(row)}
                  menuOpen={props.menuId === rowId(row)}
                  isCard={isCard}
                  onSelect={selection?.onSelect}
                  onOpen={props.onOpen}
                  onMenu={props.onMenu}
                />
              ))
          ) : (
            <SkeletonRows columns={columns} count={pending} selectable={selection !== undefined} hasActions={hasActions} />
          )}
          {inSight && inSight.restPx > 0 ? <tr aria-hidden style={{ height: inSight.restPx }} /> : null}
        </tbody>
      </table>
    </div>
  )
}

function selectedPart(shown: readonly string[], selected: ReadonlySet<string>): 'all' | 'some' | 'none' {
  const count = shown.filter((id) => selected.has(id)).length
  return count === 0 ? 'none' : count === shown.length ? 'all' : 'some'
}
