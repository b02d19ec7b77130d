import { m } from '@steward/contract/paraglide/messages'
import { formatList } from '../../i18n/format.ts'
import { formatNumber } from '../../i18n/time.ts'
import { FilterChip } from '../display/Chip.tsx'
import { Menu, MenuCheckbox, MenuItem, MenuRadioGroup, MenuSeparator } from '../overlay/Menu.tsx'

interface FilterOption<V extends string> {
  value: V
  label: string
  /** How many there are. */
  count?: number | undefined
}

/** A filter with one of a few values: a chip that opens a menu. */
export function FilterMenu<V extends string>({
  label,
  options,
  value,
  onChange,
}: {
  label: string
  options: readonly FilterOption<V>[]
  value: V | undefined
  onChange: (value: V | undefined) => void
}) {
  const chosen = options.find((option) => option.value === value)
  return (
    <Menu align="start" trigger={<FilterChip label={label} value={chosen?.label} />}>
      <MenuRadioGroup<V | ''>
        label={label}
        value={value ?? ''}
        options={options}
        onChange={(next) => onChange(next === '' ? undefined : next)}
      />
      {value === undefined ? null : (
        <>
          <MenuSeparator />
          <MenuItem label={m.ui_filter_clear()} onSelect={() => onChange(undefined)} />
        </>
      )}
    </Menu>
  )
}

/** A filter with several values; an empty list means all. */
export function MultiFilterMenu<V extends string>({
  label,
  options,
  values,
  onChange,
}: {
  label: string
  options: readonly FilterOption<V>[]
  values: readonly V[]
  onChange: (values: V[]) => void
}) {
  const chosen = options.filter((option) => values.includes(option.value))
  const shown = chosen.length === 0 ? undefined : formatList(chosen.map((option) => option.label))
  return (
    <Menu align="start" trigger={<FilterChip label={label} value={shown} />}>
      {options.map((option) => (
        <MenuCheckbox
          key={option.value}
          label={option.count === undefined ? option.label : m.ui_filter_option({ label: option.label, count: formatNumber(option.count) })}
          checked={values.includes(option.value)}
          onChange={(checked) => onChange(checked ? [...values, option.value] : values.filter((value) => value !== option.value))}
        />
      ))}
      {chosen.length === 0 ? null : (
        <>
          <MenuSeparator />
          <MenuItem label={m.ui_filter_clear()} onSelect={() => onChange([])} />
        </>
      )}
    </Menu>
  )
}
