import { m } from '@steward/contract/paraglide/messages'
import { useCan } from '../session/permissions/permissions.ts'
import { FilterMenu, MultiFilterMenu } from '../ui/filter/FilterMenu.tsx'
import { FilterPicker } from '../ui/filter/FilterPicker.tsx'
import { SearchBox } from '../ui/filter/SearchBox.tsx'
import { groupChoices, roleChoices } from './choiceSources.ts'
import type { UsersSearch } from './search.ts'
import { statusLabel } from './labels.ts'

/** Search box and filters of the users table. Filtering by groups or roles requires permission to see them. */
export function UserFilters({ search, onChange }: { search: UsersSearch; onChange: (patch: Partial<UsersSearch>) => void }) {
  const can = useCan()
  return (
    <>
      <SearchBox label={m.users_search()} value={search.q ?? ''} onChange={(q) => onChange({ q })} />
      <MultiFilterMenu
        label={m.users_column_status()}
        options={(['CONFIRMED', 'FORCE_CHANGE_PASSWORD', 'EXTERNAL_PROVIDER'] as const).map((value) => ({
          value,
          label: statusLabel(value),
        }))}
        values={search.status ?? []}
        onChange={(status) => onChange({ status })}
      />
      {can('Admin.ViewGroups') ? (
        <FilterPicker label={m.users_group()} source={groupChoices} values={search.group ?? []} onChange={(group) => onChange({ group })} />
      ) : null}
      {can('Admin.ViewRoles') ? (
        <FilterPicker label={m.users_role()} source={roleChoices} values={search.role ?? []} onChange={(role) => onChange({ role })} />
      ) : null}
      <FilterMenu
        label={m.users_filter_account()}
        options={[
          { value: 'enabled', label: m.users_filter_enabled() },
          { value: 'disabled', label: m.users_status_disabled() },
        ]}
        value={search.disabled === undefined ? undefined : search.disabled ? 'disabled' : 'enabled'}
        onChange={(value) => onChange({ disabled: value === undefined ? undefined : value === 'disabled' })}
      />
    </>
  )
}
