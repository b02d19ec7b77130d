import { ArrowDownUp } from 'lucide-react'
import { m } from '@steward/contract/paraglide/messages'
import { IconButton } from '../form/Button.tsx'
import { Menu, MenuRadioGroup } from '../overlay/Menu.tsx'
import type { DataColumn } from './columns.ts'

export interface SortMenuProps {
  columns: readonly Pick<DataColumn<never>, 'sort' | 'header'>[]
  sort: string | undefined
  onSort: (sort: string | undefined) => void
}

/** Sorting on phones, where rows are cards and the header is hidden. */
export function SortMenu({ columns, sort, onSort }: SortMenuProps) {
  const options = columns.flatMap((column) =>
    column.sort === undefined
      ? []
      : [
          { value: column.sort, label: m.ui_sort_ascending({ name: column.header }) },
          { value: `-${column.sort}`, label: m.ui_sort_descending({ name: column.header }) },
        ],
  )
  return (
    <Menu trigger={<IconButton kind="secondary" label={m.ui_sort()} icon={<ArrowDownUp />} />}>
      <MenuRadioGroup label={m.ui_sort()} value={sort ?? ''} options={options} onChange={onSort} />
    </Menu>
  )
}
