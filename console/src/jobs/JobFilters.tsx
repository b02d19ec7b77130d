import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { m } from '@steward/contract/paraglide/messages'
import { compareText } from '../i18n/format.ts'
import { formatMoment } from '../i18n/time.ts'
import { useCan } from '../session/permissions/permissions.ts'
import { Chip } from '../ui/display/Chip.tsx'
import { MultiFilterMenu } from '../ui/filter/FilterMenu.tsx'
import { FilterPicker } from '../ui/filter/FilterPicker.tsx'
import { RangeFilter } from '../ui/filter/RangeFilter.tsx'
import { SearchBox } from '../ui/filter/SearchBox.tsx'
import { defaultDays } from '../ui/filter/logSearch.ts'
import { creatorChoices, tagChoices } from './choiceSources.ts'
import { productLabel, statusLabels, statusOrder } from './labels.ts'
import { jobTypesQuery } from './queries.ts'
import type { JobsSearch } from './search.ts'

interface JobFiltersProps {
  search: JobsSearch
  onChange: (patch: Partial<JobsSearch>) => void
}

/** The known options, and those of the URL that no shown job has. */
function optionsWith(known: readonly { value: string; label: string }[], chosen: readonly string[] = []) {
  const unknown = chosen.filter((value) => !known.some((option) => option.value === value))
  return [...known, ...unknown.map((value) => ({ value, label: value }))]
}

export function JobFilters({ search, onChange }: JobFiltersProps) {
  const can = useCan()
  const { data } = useQuery(jobTypesQuery)
  const { types, products, resourceGroups } = useMemo(() => {
    const sorted = (options: { value: string; label: string }[]) => options.toSorted((a, b) => compareText(a.label, b.label))
    return {
      types: sorted((data?.items ?? []).map(({ operation, name }) => ({ value: operation, label: name }))),
      products: sorted((data?.productCodes ?? []).map((value) => ({ value, label: productLabel(value) }))),
      resourceGroups: sorted(
        (data?.resourceGroups ?? []).map(({ resourceGroupId, resourceGroupName }) => ({
          value: resourceGroupId,
          label: resourceGroupName,
        })),
      ),
    }
  }, [data])
  const isWholeDays = [search.from, search.until].every((time) => time === undefined || formatMoment(time).endsWith('00:00'))
  return (
    <>
      <SearchBox label={m.jobs_search()} value={search.q ?? ''} onChange={(q) => onChange({ q })} debounceMs={400} />
      <RangeFilter value={search} fallback={defaultDays} onChange={onChange} {...(isWholeDays ? {} : { format: formatMoment })} />
      <MultiFilterMenu
        label={m.jobs_column_status()}
        options={statusOrder.map((value) => ({ value, label: statusLabels[value]() }))}
        values={search.status ?? []}
        onChange={(status) => onChange({ status })}
      />
      <MultiFilterMenu
        label={m.jobs_column_product()}
        options={optionsWith(products, search.productCode)}
        values={search.productCode ?? []}
        onChange={(productCode) => onChange({ productCode })}
      />
      <MultiFilterMenu
        label={m.jobs_filter_type()}
        options={optionsWith(types, search.operation)}
        values={search.operation ?? []}
        onChange={(operation) => onChange({ operation })}
      />
      {can('Admin.ViewUsers') ? (
        <FilterPicker
          label={m.jobs_filter_user()}
          source={creatorChoices}
          values={search.createdBy ?? []}
          onChange={(createdBy) => onChange({ createdBy })}
        />
      ) : (
        search.createdBy?.map((name) => (
          <Chip key={name} name={name} onRemove={() => onChange({ createdBy: search.createdBy?.filter((other) => other !== name) })}>
            {name}
          </Chip>
        ))
      )}
      <MultiFilterMenu
        label={m.jobs_filter_resource_group()}
        options={optionsWith(resourceGroups, search.resourceGroupId)}
        values={search.resourceGroupId ?? []}
        onChange={(resourceGroupId) => onChange({ resourceGroupId })}
      />
      {can('Admin.ViewTags') ? (
        <FilterPicker
          label={m.jobs_filter_tag()}
          source={tagChoices}
          values={search.tagId ?? []}
          onChange={(tagId) => onChange({ tagId })}
        />
      ) : search.tagId === undefined ? null : (
        <Chip name={m.jobs_filter_tag()} onRemove={() => onChange({ tagId: undefined })}>
          {m.jobs_filter_tag()}
        </Chip>
      )}
    </>
  )
}
