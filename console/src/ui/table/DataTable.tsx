import { useNavigate, type LinkOptions } from '@tanstack/react-router'
import { useEffect, useMemo, useRef, useState, type ReactNode } from 'react'
import { m } from '@steward/contract/paraglide/messages'
import { failureOf } from '../display/states.tsx'
import { Button } from '../form/Button.tsx'
import { Toolbar } from '../display/Toolbar.tsx'
import { deferred } from '../overlay/deferred.tsx'
import { loadMenus, type MenuAction } from '../overlay/Menu.tsx'
import { Pagination, totalText } from './Pagination.tsx'
import { useNarrow } from '../../theme/useNarrow.ts'
import { ColumnMenu } from './ColumnMenu.tsx'
import { columnsOf, type DataColumn } from './columns.ts'
import css from './DataTable.module.css'
import { useTableLayout } from './layout.ts'
import { NoRows } from './NoRows.tsx'
import type { TableQuery } from './page.ts'
import { RowMenu, type RowMenuTarget } from './RowMenu.tsx'
import { RowTable } from './RowTable.tsx'
import type { SelectionBarProps } from './SelectionBar.tsx'
import { defaultLimit, type TableSearch } from './search.ts'
import type { SortMenuProps } from './SortMenu.tsx'
import { useRowKeys } from './useRowKeys.ts'
import { useRowsInSight } from './useRowsInSight.ts'
import { useSelection } from './useSelection.ts'

// Comes with the first selected row.
const SelectionBar = deferred<SelectionBarProps & { open?: boolean }>(async () => (await import('./SelectionBar.tsx')).SelectionBar)

// Only where rows are cards.
const SortMenu = deferred<SortMenuProps & { open?: boolean }>(async () => (await import('./SortMenu.tsx')).SortMenu)

export interface Selected<Row> {
  /** All rows that match are selected, on every page; `ids` and `rows` are those of this page. */
  isAll: boolean
  count: number
  ids: string[]
  /** The selected rows that have been loaded, on any page. */
  rows: Row[]
  clear: () => void
}

export interface DataTableProps<Row extends object> {
  /** Key of the table's settings on this device, such as `users`. */
  name: string
  /** Accessible name: "Users". */
  label: string
  columns: readonly DataColumn<Row>[]
  query: TableQuery<Row>
  rowId: (row: Row) => string
  /** The name of the row, for its checkbox and menu. */
  rowName: (row: Row) => string
  search: TableSearch
  /** Only the changed keys; `undefined` removes a key. */
  onSearchChange: (patch: TableSearch) => void
  /** Opened by a click on the row: its record beside the list, or its panel. */
  rowLink?: (row: Row) => LinkOptions
  /** Marks the row whose record or panel is open. */
  openId?: string | undefined
  rowActions?: (row: Row) => MenuAction[]
  /** Actions for the selection; makes rows selectable. */
  bulkActions?: (selected: Selected<Row>) => ReactNode
  /** The selection can be extended to all rows that match, on every page: `bulkActions` gets `isAll`. */
  selectsAll?: boolean
  /** The menu of saved views. */
  views?: ReactNode
  /** Search box and filters. */
  toolbar?: ReactNode
  /** Actions on the whole table: export, import. */
  tools?: ReactNode
  /** Shown when nothing exists yet. */
  empty: ReactNode
  /** Search or filters are active; `onClearFilters` removes them when nothing matches. */
  isFiltered?: boolean
  onClearFilters?: () => void
  /** Message when the list can't be loaded. */
  errorFallback: string
  /** In place of the page numbers, for lists without them. */
  pages?: ReactNode
}

/**
 * A server-side table: paging, sort and filters are in the URL, columns on the device, the selection in this component. It
 * keeps selection and scroll position across refetches.
 */
export function DataTable<Row extends object>(props: DataTableProps<Row>) {
  const { columns, query, rowId, search, onSearchChange, name } = props
  const [layout, changeLayout] = useTableLayout(name)
  const [menu, setMenu] = useState<RowMenuTarget<Row>>()
  const rows: readonly Row[] = query.data?.items ?? noRows
  const selection = useSelection(rows.map(rowId))
  const seen = useSeen(rows, rowId)
  const all = useAllSelected(props.selectsAll === true, search, query.data, rows.map(rowId), selection.ids)
  const selected = all.is ? new Set(rows.map(rowId)) : selection.ids
  const isCard = useNarrow()
  const inSight = useRowsInSight(rows.length, isCard, layout.density)
  const handlers = useRowHandlers<Row>({
    select: (row, checked, extend) => {
      all.set(false)
      selection.toggle(rowId(row), checked, extend)
    },
    link: props.rowLink,
    menu: (row, anchor) => (menu?.anchor === anchor ? setMenu(undefined) : void loadMenus().then(() => setMenu({ row, anchor }))),
  })

  const root = useRef<HTMLDivElement>(null)
  const openIndex = rows.findIndex((row) => rowId(row) === props.openId)
  useRowKeys(root, {
    count: rows.length,
    openIndex: openIndex === -1 ? undefined : openIndex,
    onMove: (index) => rows[index] && handlers.open(rows[index], true),
    onSelect: props.bulkActions && ((index) => rows[index] && handlers.select(rows[index], !selected.has(rowId(rows[index])), false)),
  })

  const shown = useMemo(() => columnsOf(columns, layout), [columns, layout])
  const ids = [...selected]
  const clearSelection = () => {
    all.set(false)
    selection.clear()
  }
  const failure = failureOf(query)
  const pending = query.data === undefined && !failure
  const limit = search.limit ?? defaultLimit
  const total = query.data ? totalText(query.data.totalCount, query.data.totalIsExact) : ''
  const selectPage = (page: readonly Row[], checked: boolean) => {
    if (all.is) selection.clear()
    all.set(false)
    selection.toggleAll(page.map(rowId), checked)
  }
  const sortBy = (sort: string | undefined) => onSearchChange({ sort })

  return (
    <div className={css.root} ref={root} data-rows data-density={layout.density}>
      <div className={css.bar}>
        <Toolbar
          end={
            <>
              {isCard && columns.some((column) => column.sort) ? (
                <div className={css.sortPlace}>
                  <SortMenu columns={columns} sort={search.sort} onSort={sortBy} />
                </div>
              ) : null}
              <ColumnMenu columns={columns} layout={layout} isCard={isCard} onChange={changeLayout} />
              {props.tools}
            </>
          }
        >
          {props.views}
          {props.toolbar}
          {props.isFiltered && props.onClearFilters ? (
            <Button kind="quiet" small onClick={props.onClearFilters}>
              {m.users_filters_clear()}
            </Button>
          ) : null}
        </Toolbar>
        {props.bulkActions && ids.length > 0 ? (
          <SelectionBar
            count={all.is ? all.total : ids.length}
            onClear={clearSelection}
            selectAll={all.isOffered ? { count: all.total, onSelect: () => all.set(true) } : undefined}
          >
            {props.bulkActions({
              ids,
              rows: ids.flatMap((id) => seen.get(id) ?? []),
              clear: clearSelection,
              isAll: all.is,
              count: all.is ? all.total : ids.length,
            })}
          </SelectionBar>
        ) : null}
      </div>

      {/* While its next attempt waits, the notice over the page says so. */}
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

      {pending || rows.length > 0 ? (
        <RowTable
          label={props.label}
          columns={shown}
          rows={rows}
          rowId={rowId}
          rowName={props.rowName}
          pending={pending ? Math.min(limit, 10) : undefined}
          isBusy={pending || query.isPlaceholderData}
          isStale={query.isPlaceholderData}
          inSight={inSight}
          sort={search.sort}
          onSort={sortBy}
          widths={layout.widths}
          onResize={(widths) => changeLayout({ widths })}
          selection={props.bulkActions && { ids: selected, onSelect: handlers.select, onSelectPage: selectPage }}
          rowLink={props.rowLink}
          onOpen={handlers.open}
          openId={props.openId}
          onMenu={props.rowActions && handlers.menu}
          menuId={menu && rowId(menu.row)}
        />
      ) : (
        <NoRows
          query={query}
          errorFallback={props.errorFallback}
          onFirstPage={(search.page ?? 1) > 1 ? () => onSearchChange({ page: undefined }) : undefined}
          isFiltered={props.isFiltered}
          onClearFilters={props.onClearFilters}
          empty={props.empty}
        />
      )}

      {props.pages !== undefined && query.data && inSight.restPx === 0 ? props.pages : null}

      {props.pages === undefined && query.data && inSight.restPx === 0 && (rows.length > 0 || (search.page ?? 1) > 1) ? (
        <Pagination
          label={props.label}
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

/**
 * Whether all rows that match are selected. It is offered once the page is selected and more match, and ends with another
 * search or filter.
 */
function useAllSelected(
  isPossible: boolean,
  { page: _page, limit: _limit, sort: _sort, ...filter }: TableSearch,
  data: { totalCount: number; totalIsExact: boolean } | undefined,
  shown: readonly string[],
  ids: ReadonlySet<string>,
) {
  const key = JSON.stringify(filter)
  const [selectedFor, setSelectedFor] = useState<string>()
  const total = data?.totalCount ?? 0
  const is = isPossible && selectedFor === key
  const isOffered =
    isPossible && !is && data?.totalIsExact === true && total > ids.size && shown.length > 0 && shown.every((id) => ids.has(id))
  return { is, isOffered, total, set: (on: boolean) => setSelectedFor(on ? key : undefined) }
}

interface Seen<Row> {
  rows: readonly Row[]
  byId: ReadonlyMap<string, Row>
}

/** Every row loaded on any page of this table, so that bulk actions know selected rows on other pages. */
function useSeen<Row>(rows: readonly Row[], rowId: (row: Row) => string): ReadonlyMap<string, Row> {
  const [seen, setSeen] = useState<Seen<Row>>(() => ({ rows, byId: new Map(rows.map((row) => [rowId(row), row])) }))
  if (seen.rows === rows) return seen.byId
  const byId = new Map(seen.byId)
  for (const row of rows) byId.set(rowId(row), row)
  setSeen({ rows, byId })
  return byId
}

interface RowHandlers<Row> {
  select: (row: Row, checked: boolean, extend: boolean) => void
  link: ((row: Row) => LinkOptions) | undefined
  menu: (row: Row, anchor: HTMLButtonElement) => void
}

/** Stable handlers, so that rows only re-render when their data changes. */
function useRowHandlers<Row>(current: RowHandlers<Row>) {
  const navigate = useNavigate()
  const latest = useRef(current)
  useEffect(() => {
    latest.current = current
  })
  return useMemo(
    () => ({
      select: (row: Row, checked: boolean, extend: boolean) => latest.current.select(row, checked, extend),
      menu: (row: Row, anchor: HTMLButtonElement) => latest.current.menu(row, anchor),
      /** `instead`: of the one that is open. */
      open: (row: Row, instead = false) => {
        const link = latest.current.link?.(row)
        if (link) void navigate(instead ? { ...link, replace: true } : link)
      },
    }),
    [navigate],
  )
}
