import { useTable, type Row as TableRowModel, type RowSelectionState } from '@tanstack/react-table'
import { useNavigate, type LinkOptions } from '@tanstack/react-router'
import { useEffect, useMemo, useRef, useState, type ReactNode } from 'react'
import { m } from '@steward/contract/paraglide/messages'
import { Button } from '../Button.tsx'
import { cx } from '../cx.ts'
import { Toolbar } from '../layout.tsx'
import { preloadMenus, type MenuAction } from '../Menu.tsx'
import { Pagination, totalText } from '../Pagination.tsx'
import { EmptyState, ErrorState } from '../states.tsx'
import { features, readVisibility, toTableColumns, writeVisibility, type DataColumn } from './columns.ts'
import css from './DataTable.module.css'
import { RowMenu, type RowMenuTarget } from './RowMenu.tsx'
import { SelectionBar } from './SelectionBar.tsx'
import { defaultLimit, type TableSearch } from './search.ts'
import { ColumnMenu, SortMenu } from './TableMenus.tsx'
import { TableHead } from './TableHead.tsx'
import { useTitledCuts } from './useTitledCuts.ts'
import { SkeletonRows, TableRow } from './TableRow.tsx'

/** A page as the contract's lists answer it. */
export interface TablePage<Row> {
  items: Row[]
  count: number
  totalCount: number
  totalIsExact: boolean
}

/** The part of a query's result that a table shows; a `useQuery` result fits. */
export interface TableQuery<Row> {
  data: TablePage<Row> | undefined
  error: unknown
  isFetching: boolean
  /** The rows are of the page before. */
  isPlaceholderData: boolean
  refetch: () => unknown
}

export interface Selected<Row> {
  ids: string[]
  /** Those of the selected rows that were seen, on any page. */
  rows: Row[]
  clear: () => void
}

export interface DataTableProps<Row extends object> {
  /** Names what is kept on the device for this table: `users`. */
  name: string
  /** Accessible name: "Users". */
  label: string
  columns: readonly DataColumn<Row>[]
  query: TableQuery<Row>
  rowId: (row: Row) => string
  /** What the row is called, for its checkbox and its menu. */
  rowName: (row: Row) => string
  search: TableSearch
  /** Only the changed keys; `undefined` takes a key away. */
  onSearchChange: (patch: TableSearch) => void
  /** Where a click on the row leads: its panel. */
  rowLink?: (row: Row) => LinkOptions
  /** Marks the row whose panel is open. */
  openId?: string | undefined
  rowActions?: (row: Row) => MenuAction[]
  /** Buttons over the selection; its presence makes rows selectable. */
  bulkActions?: (selected: Selected<Row>) => ReactNode
  /** Search box and filters. */
  toolbar?: ReactNode
  /** What concerns the whole table: export, import. */
  tools?: ReactNode
  /** Nothing exists yet. */
  empty: ReactNode
  /** Something exists but the search or filters leave nothing; tells how to take them away. */
  isFiltered?: boolean
  onClearFilters?: () => void
  /** What is said when the list cannot be loaded. */
  errorFallback: string
}

/**
 * A server-side table: paging, sort and filters live in the URL, columns on the device, the selection here. It keeps
 * selection and scroll when the list is fetched again.
 */
export function DataTable<Row extends object>(props: DataTableProps<Row>) {
  const { columns, query, rowId, search, onSearchChange, name } = props
  const navigate = useNavigate()
  const [visibility, setVisibility] = useState(() => readVisibility(name, columns))
  const [selection, setSelection] = useState<RowSelectionState>({})
  const [menu, setMenu] = useState<RowMenuTarget<Row>>()
  const seen = useRef(new Map<string, Row>())
  const body = useTitledCuts()
  const data = query.data?.items ?? noRows
  useEffect(() => {
    for (const row of data) seen.current.set(rowId(row), row)
  }, [data, rowId])

  const tableColumns = useMemo(() => toTableColumns(columns), [columns])
  const table = useTable({
    features,
    columns: tableColumns,
    // The same empty list every time, whatever the rows would be.
    data: data as Row[],
    getRowId: rowId,
    enableRowSelection: props.bulkActions !== undefined,
    state: { rowSelection: selection, columnVisibility: visibility },
    onRowSelectionChange: setSelection,
    onColumnVisibilityChange: (change) => {
      const next = typeof change === 'function' ? change(visibility) : change
      setVisibility(next)
      writeVisibility(name, next)
    },
  })

  const rows = table.getRowModel().rows
  const ids = Object.keys(selection).filter((id) => selection[id])
  const clear = () => setSelection({})
  const pending = query.data === undefined && !query.error
  const limit = search.limit ?? defaultLimit
  const total = query.data ? totalText(query.data.totalCount, query.data.totalIsExact) : ''
  const showsTable = pending || rows.length > 0

  const toggleMenu = (row: Row, anchor: HTMLButtonElement) => {
    if (menu?.anchor === anchor) setMenu(undefined)
    else void preloadMenus().then(() => setMenu({ row, anchor }))
  }

  const open = (row: TableRowModel<typeof features, Row>) => {
    const link = props.rowLink?.(row.original)
    if (link) void navigate(link)
  }

  return (
    <div className={css.root}>
      <div className={css.bar}>
        <Toolbar
          end={
            <>
              <SortMenu columns={columns} sort={search.sort} onSort={(sort) => onSearchChange({ sort })} />
              <ColumnMenu columns={table.getAllLeafColumns()} />
              {props.tools}
            </>
          }
        >
          {props.toolbar}
        </Toolbar>
        {props.bulkActions && ids.length > 0 ? (
          <SelectionBar count={ids.length} onClear={clear}>
            {props.bulkActions({ ids, rows: ids.flatMap((id) => seen.current.get(id) ?? []), clear })}
          </SelectionBar>
        ) : null}
      </div>

      {query.error && query.data ? (
        <div className={css.warning} role="alert">
          {m.ui_table_stale()}
          <Button small onClick={() => query.refetch()}>
            {m.ui_retry()}
          </Button>
        </div>
      ) : null}

      <div role="status" className="visually-hidden">
        {query.data && !query.isPlaceholderData ? m.ui_table_count({ count: total, name: props.label }) : ''}
      </div>

      {showsTable ? (
        <div className={css.scroll}>
          <table className={css.table} role="table" aria-label={props.label} aria-busy={pending || query.isPlaceholderData}>
            <TableHead
              table={table}
              sort={search.sort}
              onSort={(sort) => onSearchChange({ sort })}
              selectable={props.bulkActions !== undefined}
              hasActions={props.rowActions !== undefined}
            />
            <tbody className={cx(css.body, query.isPlaceholderData && css.stale)} role="rowgroup" ref={body}>
              {pending ? (
                <SkeletonRows
                  columns={table.getVisibleLeafColumns()}
                  count={Math.min(limit, 10)}
                  selectable={props.bulkActions !== undefined}
                  hasActions={props.rowActions !== undefined}
                />
              ) : (
                rows.map((row) => (
                  <TableRow
                    key={row.id}
                    row={row}
                    visibility={visibility}
                    columns={tableColumns}
                    selected={selection[row.id] === true}
                    isOpen={props.openId === row.id}
                    name={props.rowName(row.original)}
                    link={props.rowLink?.(row.original)}
                    onOpen={open}
                    onMenu={props.rowActions ? (anchor) => toggleMenu(row.original, anchor) : undefined}
                    menuOpen={menu !== undefined && rowId(menu.row) === row.id}
                    selectable={props.bulkActions !== undefined}
                  />
                ))
              )}
            </tbody>
          </table>
        </div>
      ) : (
        <NoRows {...props} />
      )}

      {query.data && (rows.length > 0 || (search.page ?? 1) > 1) ? (
        <Pagination
          page={search.page ?? 1}
          limit={limit}
          count={rows.length}
          totalCount={query.data.totalCount}
          totalIsExact={query.data.totalIsExact}
          onPage={(page) => onSearchChange({ page: page === 1 ? undefined : page })}
          onLimit={(next) => onSearchChange({ limit: next === defaultLimit ? undefined : next, page: undefined })}
        />
      ) : null}

      {props.rowActions ? <RowMenu target={menu} actions={props.rowActions} onClose={() => setMenu(undefined)} /> : null}
    </div>
  )
}

const noRows: never[] = []

function NoRows<Row extends object>({
  query,
  errorFallback,
  search,
  onSearchChange,
  isFiltered,
  onClearFilters,
  empty,
}: DataTableProps<Row>) {
  if (query.error)
    return <ErrorState error={query.error} fallback={errorFallback} onRetry={() => query.refetch()} retrying={query.isFetching} />
  if ((search.page ?? 1) > 1) {
    return (
      <EmptyState
        title={m.ui_page_gone()}
        actions={<Button onClick={() => onSearchChange({ page: undefined })}>{m.ui_page_first()}</Button>}
      />
    )
  }
  if (isFiltered) {
    return (
      <EmptyState
        title={m.ui_no_matches()}
        actions={onClearFilters ? <Button onClick={onClearFilters}>{m.ui_filters_clear()}</Button> : undefined}
      >
        {m.ui_no_matches_text()}
      </EmptyState>
    )
  }
  return empty
}
