import { useId, useState, type ReactNode } from 'react'
import { m } from '@steward/contract/paraglide/messages'
import { Button } from '../form/Button.tsx'
import { Chip, ChipList } from '../display/Chip.tsx'
import type { Choice } from '../form/Combobox.tsx'
import { cx } from '../display/cx.ts'
import { NativeCheckbox } from '../form/NativeCheckbox.tsx'
import { Pagination, totalText } from './Pagination.tsx'
import css from './PickTable.module.css'
import { EmptyState, ErrorState, Skeleton } from '../display/states.tsx'
import type { TableQuery } from './DataTable.tsx'
import { defaultLimit } from './search.ts'
import { TextField } from '../form/TextField.tsx'
import { formatNumber } from '../../i18n/time.ts'
import { useDebounced } from '../form/useDebounced.ts'

/** Search text and page of a `PickTable`; the caller fetches the rows. */
export interface PickFind {
  typed: string
  setTyped: (typed: string) => void
  /** The debounced search text. */
  text: string
  page: number
  setPage: (page: number) => void
  limit: number
  setLimit: (limit: number) => void
}

export function usePickFind(): PickFind {
  const [typed, setTyped] = useState('')
  const [page, setPage] = useState(1)
  const [limit, setLimit] = useState(defaultLimit)
  const text = useDebounced(typed.trim())
  const first = (change: () => void) => {
    change()
    setPage(1)
  }
  return {
    typed,
    setTyped: (next) => first(() => setTyped(next)),
    text,
    page,
    setPage,
    limit,
    setLimit: (next) => first(() => setLimit(next)),
  }
}

export interface PickColumn<Row> {
  id: string
  header: string
  cell: (row: Row) => ReactNode
  /** Narrow, for counts and statuses; the other columns share the rest. */
  narrow?: boolean
}

export interface PickTableProps<Row extends object> {
  /** "Users" */
  label: string
  /** "Find users" */
  searchLabel: string
  /** The first column names the row. */
  columns: readonly PickColumn<Row>[]
  query: TableQuery<Row>
  find: PickFind
  choiceOf: (row: Row) => Choice
  /** The picked rows, from any page or search. */
  picked: readonly Choice[]
  onPick: (picked: Choice[]) => void
  /** Why a row can't be picked. */
  rowReason?: (row: Row) => string | undefined
  /** Why nothing can be picked. */
  reason?: string | undefined
  /** Next to the search: actions on the picked rows. */
  actions?: ReactNode
  /** Shown when there is nothing to pick from. */
  empty: ReactNode
  errorFallback: string
  /** Whether the picked rows show as chips above the table. */
  chips?: boolean
}

const chipsShown = 12

/** A server-searched, paged table in a form. The selection is kept across pages and searches. */
export function PickTable<Row extends object>(props: PickTableProps<Row>) {
  const { label, columns, query, find, choiceOf, picked, onPick, reason } = props
  const id = useId()
  const rows = query.data?.items ?? []
  // From the first letter typed, not from the request: outdated rows are not presented as results.
  const isBehind = query.isPlaceholderData || find.typed.trim() !== find.text
  const chosen = new Set(picked.map((choice) => choice.value))
  const open = rows.filter((row) => reason === undefined && props.rowReason?.(row) === undefined)
  const all = open.length > 0 && open.every((row) => chosen.has(choiceOf(row).value))
  const some = open.some((row) => chosen.has(choiceOf(row).value))
  const without = (gone: readonly Row[]) => {
    const values = new Set(gone.map((row) => choiceOf(row).value))
    return picked.filter((choice) => !values.has(choice.value))
  }
  const toggle = (some: readonly Row[], checked: boolean) => onPick(checked ? [...without(some), ...some.map(choiceOf)] : without(some))
  return (
    <div className={css.root}>
      <div className={css.bar}>
        <div className={css.find}>
          <TextField
            label={props.searchLabel}
            hideLabel
            placeholder={props.searchLabel}
            type="search"
            autoComplete="off"
            value={find.typed}
            onChange={(event) => find.setTyped(event.target.value)}
            onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
          />
        </div>
        {props.actions}
      </div>
      {props.chips === true && picked.length > 0 ? <Picked picked={picked} onPick={onPick} label={label} /> : null}
      <div role="status" className="visually-hidden">
        {query.data && !isBehind ? m.ui_table_count({ count: totalText(query.data.totalCount, query.data.totalIsExact), name: label }) : ''}
      </div>
      {query.data === undefined && query.error ? (
        <ErrorState error={query.error} fallback={props.errorFallback} onRetry={() => query.refetch()} retrying={query.isFetching} />
      ) : query.data !== undefined && rows.length === 0 ? (
        find.text === '' ? (
          props.empty
        ) : (
          <EmptyState
            title={m.ui_no_matches()}
            actions={
              <Button small onClick={() => find.setTyped('')}>
                {m.ui_search_clear()}
              </Button>
            }
          />
        )
      ) : (
        <table role="table" className={css.table} aria-label={label} aria-busy={query.isFetching || isBehind}>
          {/* Explicit roles, because narrow screens lay out rows as blocks. */}
          <thead role="rowgroup">
            <tr role="row">
              <th scope="col" role="columnheader" className={css.check}>
                <NativeCheckbox
                  aria-label={m.ui_select_page()}
                  checked={all}
                  indeterminate={some && !all}
                  disabled={open.length === 0}
                  onChange={(checked) => toggle(open, checked)}
                />
              </th>
              {columns.map((column) => (
                <th key={column.id} scope="col" role="columnheader" className={cx(column.narrow && css.narrow)}>
                  {column.header}
                </th>
              ))}
            </tr>
          </thead>
          <tbody role="rowgroup" className={cx(query.isPlaceholderData && css.stale)}>
            {query.data === undefined ? <Bones columns={columns.length} /> : null}
            {rows.map((row) => {
              const choice = choiceOf(row)
              const blocked = reason ?? props.rowReason?.(row)
              const boxId = `${id}-${choice.value}`
              return (
                <tr key={choice.value} role="row" data-selected={chosen.has(choice.value) ? '' : undefined} title={blocked}>
                  <td role="cell" className={css.check}>
                    <NativeCheckbox
                      id={boxId}
                      aria-label={m.ui_select_row({ name: choice.label })}
                      aria-description={blocked}
                      checked={chosen.has(choice.value)}
                      disabled={blocked !== undefined}
                      onChange={(checked) => toggle([row], checked)}
                    />
                  </td>
                  {columns.map((column, index) => (
                    <td key={column.id} role={index === 0 ? 'rowheader' : 'cell'} className={cx(index === 0 && css.name)}>
                      {index === 0 ? <label htmlFor={boxId}>{column.cell(row)}</label> : column.cell(row)}
                    </td>
                  ))}
                </tr>
              )
            })}
          </tbody>
        </table>
      )}
      {query.data && (query.data.totalCount > rows.length || find.page > 1) ? (
        <Pagination
          label={label}
          page={find.page}
          limit={find.limit}
          count={rows.length}
          totalCount={query.data.totalCount}
          totalIsExact={query.data.totalIsExact}
          onPage={find.setPage}
          onLimit={find.setLimit}
        />
      ) : null}
    </div>
  )
}

function Bones({ columns }: { columns: number }) {
  return Array.from({ length: 6 }, (_, row) => (
    <tr key={row} aria-hidden>
      <td className={css.check} />
      {Array.from({ length: columns }, (_, column) => (
        <td key={column}>
          <Skeleton index={row + column} />
        </td>
      ))}
    </tr>
  ))
}

function Picked({ picked, onPick, label }: { picked: readonly Choice[]; onPick: (picked: Choice[]) => void; label: string }) {
  const rest = picked.length - chipsShown
  return (
    <div className={css.picked} role="group" aria-label={m.ui_picked({ count: formatNumber(picked.length), name: label })}>
      <span className={css.count}>{m.ui_selected_count({ count: formatNumber(picked.length) })}</span>
      <ChipList>
        {picked.slice(0, chipsShown).map((choice) => (
          <Chip key={choice.value} name={choice.label} onRemove={() => onPick(picked.filter((other) => other.value !== choice.value))}>
            {choice.label}
          </Chip>
        ))}
        {rest > 0 ? <span className={css.count}>{m.ui_and_more({ count: rest })}</span> : null}
        <Button kind="quiet" small onClick={() => onPick([])}>
          {m.ui_selection_clear()}
        </Button>
      </ChipList>
    </div>
  )
}
