import { m } from '@steward/contract/paraglide/messages'
import { FilterMenu } from '../../ui/filter/FilterMenu.tsx'
import type { ActiveStatus } from './search.ts'

/** Filters a list by whether its items are active. */
export function StatusFilter({
  value,
  onChange,
}: {
  value: ActiveStatus | undefined
  onChange: (value: ActiveStatus | undefined) => void
}) {
  const options = [
    { value: 'active', label: m.tags_active() },
    { value: 'inactive', label: m.tags_inactive() },
  ] as const
  return <FilterMenu label={m.tags_filter_status()} options={options} value={value} onChange={onChange} />
}
