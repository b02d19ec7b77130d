import { useState } from 'react'
import { m } from '@steward/contract/paraglide/messages'
import { type DateRangeDays, dateRangeDays } from '@steward/contract/rules/date-ranges'
import { FilterChip } from '../display/Chip.tsx'
import { Menu, MenuItem, MenuRadioGroup, MenuSeparator } from '../overlay/Menu.tsx'
import { deferred } from '../overlay/deferred.tsx'
import type { RangeSearch } from './rangeSearch.ts'
import { rangeLabels, rangeText } from './range.ts'

const RangeDialog = deferred(() => import('./RangeDialog.tsx').then((module) => module.RangeDialog))

interface RangeFilterProps {
  value: RangeSearch
  /** The range without a choice. */
  fallback: DateRangeDays
  onChange: (range: RangeChange) => void
  /** How a chosen start and end are written, if not as days. */
  format?: (time: string) => string
}

/** All keys of a range, so that a choice replaces the one before. */
export interface RangeChange {
  days: DateRangeDays | undefined
  from: string | undefined
  until: string | undefined
}

/** The time range of a list: a chip with the choices of the specification, and a dialog for any other days. */
export function RangeFilter({ value, fallback, onChange, format }: RangeFilterProps) {
  const [isChoosing, setIsChoosing] = useState(false)
  const isCustom = value.from !== undefined || value.until !== undefined
  return (
    <>
      <Menu align="start" trigger={<FilterChip label={m.range_label()} value={rangeText(value, fallback, format)} />}>
        <MenuRadioGroup
          label={m.range_label()}
          value={isCustom ? '' : String(value.days ?? fallback)}
          options={dateRangeDays.map((days) => ({ value: String(days), label: rangeLabels[days]() }))}
          onChange={(chosen) => {
            const days = dateRangeDays.find((one) => String(one) === chosen)
            onChange({ days: days === fallback ? undefined : days, from: undefined, until: undefined })
          }}
          closesOnChange
        />
        <MenuSeparator />
        <MenuItem label={`${m.range_custom()}…`} onSelect={() => setIsChoosing(true)} />
      </Menu>
      {isChoosing ? (
        <RangeDialog
          value={value}
          onClose={() => setIsChoosing(false)}
          onChoose={(range) => {
            setIsChoosing(false)
            onChange({ days: undefined, ...range })
          }}
        />
      ) : null}
    </>
  )
}
