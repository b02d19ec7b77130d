import { useMemo } from 'react'
import { m } from '@steward/contract/paraglide/messages'
import { systemEventKinds } from '@steward/contract/system-log/constants'
import { compareText } from '../i18n/format.ts'
import { formatMoment } from '../i18n/time.ts'
import { useCan } from '../session/permissions/permissions.ts'
import { Chip } from '../ui/display/Chip.tsx'
import { FilterMenu, MultiFilterMenu } from '../ui/filter/FilterMenu.tsx'
import { FilterPicker } from '../ui/filter/FilterPicker.tsx'
import { RangeFilter } from '../ui/filter/RangeFilter.tsx'
import { SearchBox } from '../ui/filter/SearchBox.tsx'
import { defaultDays } from '../ui/filter/logSearch.ts'
import { userChoices } from '../users/choiceSources.ts'
import { kindLabel, outcomeLabels } from './labels.ts'
import type { SystemLogSearch } from './search.ts'

interface SystemLogFiltersProps {
  search: SystemLogSearch
  onChange: (patch: Partial<SystemLogSearch>) => void
  /** Of an archived month, which is the range. */
  isArchived?: boolean
}

/** Search, range and filters. */
export function SystemLogFilters({ search, onChange, isArchived = false }: SystemLogFiltersProps) {
  const can = useCan()
  const kinds = useMemo(
    () =>
      systemEventKinds
        .map((value) => ({ value: value as string, label: kindLabel(value) }))
        .toSorted((a, b) => compareText(a.label, b.label)),
    [],
  )
  const outcomes = (['success', 'failure'] as const).map((value) => ({ value, label: outcomeLabels[value]() }))
  // A drag across the chart ends within a day.
  const isWholeDays = [search.from, search.until].every((time) => time === undefined || formatMoment(time).endsWith('00:00'))
  return (
    <>
      <SearchBox label={m.events_search()} value={search.q ?? ''} onChange={(q) => onChange({ q })} debounceMs={400} />
      {isArchived ? null : (
        <RangeFilter value={search} fallback={defaultDays} onChange={onChange} {...(isWholeDays ? {} : { format: formatMoment })} />
      )}
      <MultiFilterMenu label={m.events_column_kind()} options={kinds} values={search.kind ?? []} onChange={(kind) => onChange({ kind })} />
      <FilterMenu
        label={m.events_column_outcome()}
        options={outcomes}
        value={search.outcome}
        onChange={(outcome) => onChange({ outcome })}
      />
      {can('Admin.ViewUsers') ? (
        <FilterPicker
          label={m.events_column_user()}
          source={userChoices}
          values={search.userId ?? []}
          onChange={(userId) => onChange({ userId })}
        />
      ) : null}
      {search.address === undefined ? null : (
        <Chip name={search.address} onRemove={() => onChange({ address: undefined })}>
          {search.address}
        </Chip>
      )}
    </>
  )
}
