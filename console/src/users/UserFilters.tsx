import { useQuery } from '@tanstack/react-query'
import { m } from '@steward/contract/paraglide/messages'
import type { FactorFilter } from '@steward/contract/rules/factors'
import { useCan } from '../session/permissions/permissions.ts'
import { FilterMenu, MultiFilterMenu } from '../ui/filter/FilterMenu.tsx'
import { FilterPicker } from '../ui/filter/FilterPicker.tsx'
import { SearchBox } from '../ui/filter/SearchBox.tsx'
import { lateSource } from '../ui/form/choiceSource.ts'
import { factorLabels } from '../change-text/userLabels.ts'
import { factors, type UsersSearch } from './search.ts'
import { searchOf, statesOf, userStates, type UserState } from './statusFilter.ts'
import { shownMoment } from '../api/moment.ts'
import { userCountsQuery } from './queries.ts'

// Few people filter by them; the list does not wait.
const groups = lateSource({ all: 'groups', one: 'group' }, ['user_group'], async () => (await import('./choiceSources.ts')).groupChoices)
const roles = lateSource({ all: 'roles', one: 'role' }, ['role'], async () => (await import('./choiceSources.ts')).roleChoices)

const stateLabels: Record<UserState, () => string> = {
  active: m.users_status_confirmed,
  invited: m.users_status_invited,
  locked: m.users_status_locked,
  disabled: m.users_status_disabled,
  external: m.users_status_external,
}

const factorFilterLabels: Record<FactorFilter, () => string> = {
  any: m.users_filter_factor_any,
  none: m.users_filter_factor_none,
  ...factorLabels,
}

/** Search box and filters of the users table. Filtering by groups or roles requires permission to see them. */
export function UserFilters({ search, onChange }: { search: UsersSearch; onChange: (patch: Partial<UsersSearch>) => void }) {
  const can = useCan()
  const isPast = shownMoment() !== undefined
  const counts = useQuery({ ...userCountsQuery, enabled: !isPast })
  const states = statesOf(search)
  return (
    <>
      <SearchBox label={m.users_search()} hint={m.users_search_hint()} value={search.q ?? ''} onChange={(q) => onChange({ q })} />
      <MultiFilterMenu
        label={m.users_column_status()}
        options={userStates.map((state) => ({ value: state, label: stateLabels[state](), count: counts.data?.[state] }))}
        values={states}
        onChange={(next) => onChange(searchOf(next, states))}
      />
      <FilterMenu
        label={m.users_column_last_sign_in()}
        options={[
          { value: 'once', label: m.users_filter_signed_in() },
          { value: 'never', label: m.users_never() },
        ]}
        value={search.signedIn === undefined ? undefined : search.signedIn ? 'once' : 'never'}
        onChange={(value) => onChange({ signedIn: value === undefined ? undefined : value === 'once' })}
      />
      {isPast ? null : (
        <FilterMenu
          label={m.users_factors()}
          options={factors.map((value) => ({ value, label: factorFilterLabels[value]() }))}
          value={search.factor}
          onChange={(factor) => onChange({ factor })}
        />
      )}
      {can('Admin.ViewGroups') ? (
        <FilterPicker label={m.users_group()} source={groups} values={search.group ?? []} onChange={(group) => onChange({ group })} />
      ) : null}
      {can('Admin.ViewRoles') ? (
        <FilterPicker label={m.users_role()} source={roles} values={search.role ?? []} onChange={(role) => onChange({ role })} />
      ) : null}
    </>
  )
}
