import { useQuery } from '@tanstack/react-query'
import { m } from '@steward/contract/paraglide/messages'
import { useCan } from '../session/permissions/permissions.ts'
import { Chip } from '../ui/display/Chip.tsx'
import { FilterPicker } from '../ui/filter/FilterPicker.tsx'
import { MultiFilterMenu } from '../ui/filter/FilterMenu.tsx'
import { RangeFilter } from '../ui/filter/RangeFilter.tsx'
import { SearchBox } from '../ui/filter/SearchBox.tsx'
import { defaultDays } from '../ui/filter/logSearch.ts'
import { Button } from '../ui/form/Button.tsx'
import { actorChoices, categoryChoices, fieldChoices, namedEntity } from './choiceSources.ts'
import { typeLabels } from '../change-text/labels.ts'
import type { AuditSearch } from './search.ts'
import css from './AuditLogPage.module.css'

interface AuditFiltersProps {
  search: AuditSearch
  onChange: (patch: Partial<AuditSearch>) => void
  /** Of an archived month, which is the range, and has one view. */
  isArchived?: boolean
}

/** Search, range, filters and the two views. */
export function AuditFilters({ search, onChange, isArchived = false }: AuditFiltersProps) {
  const can = useCan()
  const actors = search.actor ?? []
  const types = (['Create', 'Update', 'Delete'] as const).map((value) => ({ value, label: typeLabels[value]() }))
  return (
    <>
      <SearchBox label={m.audit_search()} value={search.q ?? ''} onChange={(q) => onChange({ q })} debounceMs={400} />
      {isArchived ? null : (
        <>
          <div className={css.views} role="group" aria-label={m.audit_view()}>
            <Button small kind="quiet" aria-pressed={search.view === undefined} onClick={() => onChange({ view: undefined })}>
              {m.audit_by_field()}
            </Button>
            <Button small kind="quiet" aria-pressed={search.view === 'change'} onClick={() => onChange({ view: 'change' })}>
              {m.audit_by_change()}
            </Button>
          </div>
          <RangeFilter value={search} fallback={defaultDays} onChange={onChange} />
        </>
      )}
      <FilterPicker
        label={m.audit_column_category()}
        source={categoryChoices}
        values={search.category ?? []}
        onChange={(category) => onChange({ category })}
      />
      {actors.length > 0 || can('Admin.ViewUsers') ? (
        <FilterPicker label={m.audit_column_actor()} source={actorChoices} values={actors} onChange={(actor) => onChange({ actor })} />
      ) : null}
      <MultiFilterMenu label={m.audit_column_type()} options={types} values={search.type ?? []} onChange={(type) => onChange({ type })} />
      <FilterPicker
        label={m.audit_column_field()}
        source={fieldChoices}
        values={search.field ?? []}
        onChange={(field) => onChange({ field })}
      />
      {(search.entity ?? []).map((id) => (
        <EntityChip key={id} id={id} onRemove={() => onChange({ entity: search.entity?.filter((one) => one !== id) })} />
      ))}
    </>
  )
}

function EntityChip({ id, onRemove }: { id: string; onRemove: () => void }) {
  const { data: name = '…' } = useQuery(namedEntity(id))
  return (
    <Chip name={name} onRemove={onRemove}>
      {name}
    </Chip>
  )
}
