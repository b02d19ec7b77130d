import type { ReactTable } from '@tanstack/react-table'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { m } from '@steward/contract/paraglide/messages'
import { cx } from '../cx.ts'
import type { features } from './columns.ts'
import css from './DataTable.module.css'

interface TableHeadProps<Row extends object> {
  table: ReactTable<typeof features, Row>
  sort: string | undefined
  onSort: (sort: string | undefined) => void
  selectable: boolean
  hasActions: boolean
}

/** Ascending, then descending, then as the server pleases. */
export function nextSort(current: string | undefined, field: string): string | undefined {
  if (current === field) return `-${field}`
  return current === `-${field}` ? undefined : field
}

export function TableHead<Row extends object>({ table, sort, onSort, selectable, hasActions }: TableHeadProps<Row>) {
  const all = table.getIsAllRowsSelected()
  const some = table.getIsSomeRowsSelected()
  return (
    <thead className={css.thead} role="rowgroup">
      <tr role="row">
        {selectable ? (
          <th scope="col" role="columnheader" className={cx(css.head, css.check)}>
            <label>
              <input
                type="checkbox"
                aria-label={m.ui_select_page()}
                checked={all}
                ref={(input) => {
                  if (input) input.indeterminate = some && !all
                }}
                onChange={(event) => table.toggleAllRowsSelected(event.target.checked)}
              />
            </label>
          </th>
        ) : null}
        {table.getVisibleLeafColumns().map((column) => {
          const meta = column.columnDef.meta
          const field = meta?.sort
          const direction = field === undefined ? undefined : sort === field ? 'ascending' : sort === `-${field}` ? 'descending' : 'none'
          const title = meta?.title ?? column.id
          return (
            <th
              key={column.id}
              scope="col"
              role="columnheader"
              aria-sort={direction}
              className={cx(css.head, meta?.align && css.end, meta?.from && css[meta.from], meta?.width && css[meta.width])}
            >
              {field === undefined ? (
                title
              ) : (
                <button type="button" className={css.sort} onClick={() => onSort(nextSort(sort, field))}>
                  {title}
                  {direction === 'descending' ? (
                    <ArrowDown aria-hidden />
                  ) : (
                    <ArrowUp aria-hidden className={direction === 'none' ? css.idle : undefined} />
                  )}
                </button>
              )}
            </th>
          )
        })}
        {hasActions ? (
          <th scope="col" role="columnheader" className={cx(css.head, css.actions)}>
            <span className="visually-hidden">{m.ui_actions()}</span>
          </th>
        ) : null}
      </tr>
    </thead>
  )
}
