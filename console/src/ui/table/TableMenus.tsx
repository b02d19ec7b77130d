import type { Column } from '@tanstack/react-table'
import { ArrowDownUp, Columns3 } from 'lucide-react'
import { m } from '@steward/contract/paraglide/messages'
import { IconButton } from '../Button.tsx'
import { Menu, MenuCheckbox, MenuGroup, MenuRadioGroup } from '../Menu.tsx'
import type { DataColumn, features } from './columns.ts'
import css from './DataTable.module.css'

/** Which columns show. */
export function ColumnMenu<Row extends object>({ columns }: { columns: readonly Column<typeof features, Row>[] }) {
  return (
    <Menu trigger={<IconButton kind="secondary" label={m.ui_columns()} icon={<Columns3 />} />}>
      <MenuGroup label={m.ui_columns()}>
        {columns.map((column) => (
          <MenuCheckbox
            key={column.id}
            label={column.columnDef.meta?.title ?? column.id}
            checked={column.getIsVisible()}
            disabled={!column.getCanHide()}
            onChange={(checked) => column.toggleVisibility(checked)}
          />
        ))}
      </MenuGroup>
    </Menu>
  )
}

/** Sorting on phones, where rows are cards and the header is not seen. */
export function SortMenu<Row>({
  columns,
  sort,
  onSort,
}: {
  columns: readonly DataColumn<Row>[]
  sort: string | undefined
  onSort: (sort: string | undefined) => void
}) {
  const options = columns.flatMap((column) =>
    column.sort === undefined
      ? []
      : [
          { value: column.sort, label: m.ui_sort_ascending({ name: column.header }) },
          { value: `-${column.sort}`, label: m.ui_sort_descending({ name: column.header }) },
        ],
  )
  if (options.length === 0) return null
  return (
    <span className={css.onlyPhone}>
      <Menu trigger={<IconButton kind="secondary" label={m.ui_sort()} icon={<ArrowDownUp />} />}>
        <MenuRadioGroup label={m.ui_sort()} value={sort ?? ''} options={options} onChange={onSort} />
      </Menu>
    </span>
  )
}
