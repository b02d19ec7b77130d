import { ArrowDown, ArrowUp } from 'lucide-react'
import { m } from '@steward/contract/paraglide/messages'
import { cx } from '../display/cx.ts'
import { NativeCheckbox } from '../form/NativeCheckbox.tsx'
import { deferred } from '../overlay/deferred.tsx'
import type { ColumnHandleProps } from './ColumnHandle.tsx'
import type { DataColumn } from './columns.ts'
import css from './DataTable.module.css'

/** Follows the frame, since no one resizes a column first. */
const ColumnHandle = deferred<ColumnHandleProps & { open?: boolean }>(async () => (await import('./ColumnHandle.tsx')).ColumnHandle)

interface TableHeadProps<Row> {
  columns: readonly DataColumn<Row>[]
  sort: string | undefined
  onSort: ((sort: string | undefined) => void) | undefined
  /** Widths in px of resized columns, by column id. */
  widths: Readonly<Record<string, number>> | undefined
  onResize: ((widths: Readonly<Record<string, number>>) => void) | undefined
  /** Undefined if rows aren't selectable. */
  selected: 'all' | 'some' | 'none' | undefined
  onSelectPage: (checked: boolean) => void
  /** There are no rows to select. */
  isEmpty: boolean
  hasActions: boolean
  /** Rows are cards: only the checkbox for all of them is shown, and sorting has a menu. */
  isCard: boolean
}

/** Ascending, then descending, then the server's default order. */
export function nextSort(current: string | undefined, field: string): string | undefined {
  if (current === field) return `-${field}`
  return current === `-${field}` ? undefined : field
}

export function TableHead<Row>({
  columns,
  sort,
  onSort,
  widths,
  onResize,
  selected,
  onSelectPage,
  isEmpty,
  hasActions,
  isCard,
}: TableHeadProps<Row>) {
  return (
    <thead className={css.thead} role="rowgroup">
      <tr role="row">
        {selected === undefined ? null : (
          <th
            scope="col"
            role="columnheader"
            className={cx(css.head, css.check)}
            onClick={(event) => event.target === event.currentTarget && !isEmpty && onSelectPage(selected !== 'all')}
          >
            <label>
              <NativeCheckbox
                aria-label={m.ui_select_page()}
                checked={selected === 'all'}
                indeterminate={selected === 'some'}
                disabled={isEmpty}
                onChange={onSelectPage}
              />
              <span className={css.checkText}>{m.ui_select_page()}</span>
            </label>
          </th>
        )}
        {columns.map((column) => (
          <HeadCell
            key={column.id}
            column={column}
            sort={sort}
            onSort={isCard ? undefined : onSort}
            widths={widths}
            onResize={onResize}
            isCard={isCard}
          />
        ))}
        {hasActions ? (
          <th scope="col" role="columnheader" className={cx(css.head, css.actions)}>
            <span className="visually-hidden">{m.ui_actions()}</span>
          </th>
        ) : null}
      </tr>
    </thead>
  )
}

type HeadCellProps<Row> = { column: DataColumn<Row> } & Pick<TableHeadProps<Row>, 'sort' | 'onSort' | 'widths' | 'onResize' | 'isCard'>

function HeadCell<Row>({ column, sort, onSort, widths = {}, onResize, isCard }: HeadCellProps<Row>) {
  const field = column.sort
  const { [column.id]: width, ...others } = widths
  const direction = field === undefined ? undefined : sort === field ? 'ascending' : sort === `-${field}` ? 'descending' : 'none'
  return (
    <th
      scope="col"
      role="columnheader"
      // Without the label of the handle, which is also a part of its content.
      aria-label={onResize ? column.header : undefined}
      aria-sort={direction}
      className={cx(css.head, column.align && css.end, column.from && css[column.from], column.width && css[column.width])}
      // In a narrower window than it was chosen for, the others keep their share.
      style={width === undefined ? undefined : { width: `min(${width}px, 40vw)` }}
    >
      {field === undefined || onSort === undefined ? (
        <span className={column.isHeaderHidden || isCard ? 'visually-hidden' : undefined}>{column.header}</span>
      ) : (
        <button type="button" className={css.sort} onClick={() => onSort(nextSort(sort, field))}>
          {column.header}
          {direction === 'ascending' ? <ArrowUp aria-hidden /> : null}
          {direction === 'descending' ? <ArrowDown aria-hidden /> : null}
        </button>
      )}
      {onResize && !column.isHeaderHidden && !isCard ? (
        <ColumnHandle
          name={column.header}
          width={width}
          onResize={(next) => onResize(next === undefined ? others : { ...others, [column.id]: next })}
        />
      ) : null}
    </th>
  )
}
