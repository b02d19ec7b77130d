import { ArrowDownUp, Columns3 } from 'lucide-react'
import { m } from '@steward/contract/paraglide/messages'
import { choosePreferences, usePreferences } from '../../theme/preferences.ts'
import { IconButton } from '../form/Button.tsx'
import { Menu, MenuCheckbox, MenuGroup, MenuRadioGroup } from '../overlay/Menu.tsx'
import { isFixed, type DataColumn } from './columns.ts'

interface ColumnMenuProps<Row> {
  columns: readonly DataColumn<Row>[]
  visibility: Record<string, boolean>
  isCard: boolean
  onChange: (visibility: Record<string, boolean>) => void
}

/** Chooses the visible columns and, unless rows are cards, their height. */
export function ColumnMenu<Row>({ columns, visibility, isCard, onChange }: ColumnMenuProps<Row>) {
  const { density } = usePreferences()
  return (
    <Menu trigger={<IconButton kind="secondary" label={m.ui_columns()} icon={<Columns3 />} />}>
      <MenuGroup label={m.ui_columns()}>
        {columns.map((column, index) => (
          <MenuCheckbox
            key={column.id}
            label={column.header}
            checked={visibility[column.id] === true}
            disabled={isFixed(column, index)}
            onChange={(checked) => onChange({ ...visibility, [column.id]: checked })}
          />
        ))}
      </MenuGroup>
      {isCard ? null : (
        <MenuRadioGroup
          label={m.shell_density()}
          value={density}
          options={[
            { value: 'comfortable', label: m.shell_density_comfortable() },
            { value: 'compact', label: m.shell_density_compact() },
          ]}
          onChange={(next) => choosePreferences({ density: next })}
        />
      )}
    </Menu>
  )
}

interface SortMenuProps<Row> {
  columns: readonly DataColumn<Row>[]
  sort: string | undefined
  onSort: (sort: string | undefined) => void
}

/** Sorting on phones, where rows are cards and the header is hidden. */
export function SortMenu<Row>({ columns, sort, onSort }: SortMenuProps<Row>) {
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
    <Menu trigger={<IconButton kind="secondary" label={m.ui_sort()} icon={<ArrowDownUp />} />}>
      <MenuRadioGroup label={m.ui_sort()} value={sort ?? ''} options={options} onChange={onSort} />
    </Menu>
  )
}
