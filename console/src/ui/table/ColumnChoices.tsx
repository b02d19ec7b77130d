import { m } from '@steward/contract/paraglide/messages'
import { choosePreferences, usePreferences } from '../../theme/preferences.ts'
import { MenuCheckbox, MenuGroup, MenuItem, MenuRadioGroup, MenuSeparator } from '../overlay/Menu.tsx'
import { isFixed, type ColumnHead } from './columns.ts'
import { isVisible, windowEm } from './isVisible.ts'
import { emptyLayout, useSavedViewId, type TableLayout } from './layout.ts'

export interface ColumnChoicesProps {
  columns: readonly ColumnHead[]
  layout: TableLayout
  isCard: boolean
  onChange: (layout: Partial<TableLayout>) => void
}

/** The entries of the menu: the columns and, unless rows are cards, their height; a saved view has a density of its own. */
export function ColumnChoices({ columns, layout, isCard, onChange }: ColumnChoicesProps) {
  const { density } = usePreferences()
  const isView = useSavedViewId() !== undefined
  const isArranged = Object.keys({ ...layout.columns, ...layout.widths }).length > 0
  return (
    <>
      <MenuGroup label={m.ui_columns()}>
        {columns.map((column, index) => (
          <MenuCheckbox
            key={column.id}
            label={column.header}
            checked={isVisible(column, layout, windowEm())}
            disabled={isFixed(column, index)}
            onChange={(checked) => onChange({ columns: { ...layout.columns, [column.id]: checked } })}
          />
        ))}
      </MenuGroup>
      {isCard ? null : (
        <MenuRadioGroup
          label={m.shell_density()}
          value={layout.density ?? density}
          options={[
            { value: 'comfortable', label: m.shell_density_comfortable() },
            { value: 'compact', label: m.shell_density_compact() },
          ]}
          onChange={(next) => (isView ? onChange({ density: next }) : choosePreferences({ density: next }))}
        />
      )}
      {isArranged ? (
        <>
          <MenuSeparator />
          <MenuItem label={m.ui_columns_reset()} onSelect={() => onChange({ columns: emptyLayout.columns, widths: emptyLayout.widths })} />
        </>
      ) : null}
    </>
  )
}
