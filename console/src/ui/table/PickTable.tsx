import { useState, type ReactNode } from 'react'
import { m } from '@steward/contract/paraglide/messages'
import { Button } from '../form/Button.tsx'
import { Chip, ChipList } from '../display/Chip.tsx'
import { failureOf } from '../display/states.tsx'
import type { Choice } from '../form/Combobox.tsx'
import { TextField } from '../form/TextField.tsx'
import { useDebounced } from '../form/useDebounced.ts'
import { formatNumber } from '../../i18n/time.ts'
import type { DataColumn } from './columns.ts'
import { NoRows } from './NoRows.tsx'
import type { TableQuery } from './page.ts'
import { Pagination, totalText } from './Pagination.tsx'
import css from './PickTable.module.css'
import { RowTable } from './RowTable.tsx'
import { defaultLimit } from './search.ts'

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

export interface PickTableProps<Row extends object> {
  /** "Users" */
  label: string
  /** "Find users" */
  searchLabel: string
  /** The first column names the row. */
  columns: readonly DataColumn<Row>[]
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
const noRows: never[] = []

/** A `DataTable` for forms: a server-searched list to pick from. The selection is kept across pages and searches. */
export function PickTable<Row extends object>(props: PickTableProps<Row>) {
  const { label, columns, query, find, choiceOf, picked, onPick, reason } = props
  const rows: readonly Row[] = query.data?.items ?? noRows
  const rowId = (row: Row) => choiceOf(row).value
  const failed = query.data === undefined && failureOf(query) !== undefined
  // From the first letter typed, not from the request: outdated rows are not presented as results.
  const isBehind = query.isPlaceholderData || find.typed.trim() !== find.text
  const toggle = (changed: readonly Row[], checked: boolean) => {
    const values = new Set(changed.map(rowId))
    onPick([...picked.filter((choice) => !values.has(choice.value)), ...(checked ? changed.map(choiceOf) : [])])
  }
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
      {failed || (query.data && rows.length === 0) ? (
        <NoRows
          query={query}
          errorFallback={props.errorFallback}
          onFirstPage={find.page > 1 ? () => find.setPage(1) : undefined}
          isFiltered={find.text !== ''}
          onClearFilters={() => find.setTyped('')}
          empty={props.empty}
        />
      ) : (
        <RowTable
          label={label}
          columns={columns}
          rows={rows}
          rowId={rowId}
          rowName={(row) => choiceOf(row).label}
          pending={query.data === undefined ? 6 : undefined}
          isBusy={query.isFetching || isBehind}
          isStale={query.isPlaceholderData}
          className={css.table}
          selection={{
            ids: new Set(picked.map((choice) => choice.value)),
            reasonOf: (row) => reason ?? props.rowReason?.(row),
            isLabeled: true,
            onSelect: (row, checked) => toggle([row], checked),
            onSelectPage: toggle,
          }}
        />
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
        {rest > 0 ? <span className={css.count}>{m.ui_and_more({ count: formatNumber(rest) })}</span> : null}
        <Button kind="quiet" small onClick={() => onPick([])}>
          {m.ui_selection_clear()}
        </Button>
      </ChipList>
    </div>
  )
}
