import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { ResponseOf } from '@steward/contract/http'
import { m } from '@steward/contract/paraglide/messages'
import { examinedEvents, systemEventKinds } from '@steward/contract/system-log/constants'
import { exportSystemLog, type listSystemLog } from '@steward/contract/system-log/endpoints'
import type { SystemEvent } from '@steward/contract/system-log/schemas'
import { api } from '../api/client.ts'
import { queryClient } from '../api/query.ts'
import { ExportButton } from '../exports/ExportButton.tsx'
import { compareText } from '../i18n/format.ts'
import { formatMoment, formatNumber } from '../i18n/time.ts'
import { SavedViews } from '../saved-views/SavedViews.tsx'
import { useCan } from '../session/permissions/permissions.ts'
import { Chip } from '../ui/display/Chip.tsx'
import { PageHeader } from '../ui/display/PageHeader.tsx'
import { EmptyState } from '../ui/display/states.tsx'
import { FilterMenu, MultiFilterMenu } from '../ui/filter/FilterMenu.tsx'
import { FilterPicker } from '../ui/filter/FilterPicker.tsx'
import { RangeFilter } from '../ui/filter/RangeFilter.tsx'
import { SearchBox } from '../ui/filter/SearchBox.tsx'
import { Button } from '../ui/form/Button.tsx'
import { DataTable } from '../ui/table/DataTable.tsx'
import { isNewestPage, LogPages, useLogPage } from '../ui/table/LogPages.tsx'
import { NewRows, type AddedRows } from '../ui/table/NewRows.tsx'
import { useSearchChange } from '../ui/table/useSearchChange.ts'
import { KeptFor } from '../tenants/KeptFor.tsx'
import { defaultDays } from '../ui/filter/logSearch.ts'
import { newestPage } from '../ui/table/logPage.ts'
import { userChoices } from '../users/choiceSources.ts'
import { eventColumns } from './columns.tsx'
import { Histogram } from './Histogram.tsx'
import { eventName, kindLabel, outcomeLabels } from './labels.ts'
import { countedNew, eventsQuery, filterQuery, histogramQuery, newQuery } from './queries.ts'
import { isFiltered, noFilters } from './filters.ts'
import { systemLogSearch, type SystemLogSearch } from './search.ts'

const path = '/monitoring/system-log'
const columns = eventColumns()
const cursorOf = (event: SystemEvent) => event.cursor

type Part = ResponseOf<typeof listSystemLog>

interface PartProps {
  search: SystemLogSearch
  onChange: (patch: Partial<SystemLogSearch>) => void
}

/** What happened besides changes of data (second specification file, section 2). An event opens in a panel, a child route. */
export function SystemLogPage({ search }: { search: SystemLogSearch }) {
  const query = useQuery(eventsQuery(search))
  const patch = useSearchChange(systemLogSearch)
  // Positions belong to one set of filters.
  const change = (next: Partial<SystemLogSearch>) => patch({ ...newestPage, ...next })
  const open = useParams({ strict: false })
  const { data } = query
  const page = useLogPage<SystemEvent>(data)
  const showNew = () => {
    void query.refetch()
    void queryClient.refetchQueries(histogramQuery(search))
  }
  return (
    <>
      <PageHeader
        title={m.menu_system_log()}
        sentence={
          <>
            {m.events_sentence()} <KeptFor days={data?.keptDays} />
          </>
        }
        actions={
          isNewestPage(search) && data ? <NewRows query={newQuery(search, data.newest)} label={newLabel} onShow={showNew} /> : undefined
        }
      />
      <Histogram search={search} onNarrow={(range) => change({ days: undefined, ...range })} />
      <DataTable
        name="system-log"
        label={m.menu_system_log()}
        columns={columns}
        query={{ ...query, data: page }}
        rowId={cursorOf}
        rowName={eventName}
        search={{ limit: search.limit }}
        onSearchChange={change}
        rowLink={(event) => ({ to: `${path}/$cursor`, params: { cursor: event.cursor }, search: true })}
        openId={open.cursor}
        views={<SavedViews list="system-log" read={systemLogSearch} />}
        toolbar={<Filters search={search} onChange={change} />}
        tools={<Export search={search} />}
        empty={<NoEvents search={search} part={data} onChange={change} />}
        isFiltered={isFiltered(search) && data?.examinedTo === null}
        onClearFilters={() => change(noFilters)}
        errorFallback={m.events_error_list()}
        pages={
          data ? (
            <LogPages
              label={m.menu_system_log()}
              search={search}
              part={data}
              examined={() => examinedText(data.examinedTo ?? '')}
              onChange={change}
            />
          ) : undefined
        }
      />
    </>
  )
}

const newLabel = ({ count, isMore }: AddedRows) =>
  isMore ? m.events_show_new_many({ count: formatNumber(countedNew) }) : m.events_show_new({ count })

function Filters({ search, onChange }: PartProps) {
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
      <RangeFilter value={search} fallback={defaultDays} onChange={onChange} {...(isWholeDays ? {} : { format: formatMoment })} />
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

const examinedText = (to: string) => m.events_examined({ count: formatNumber(examinedEvents), time: formatMoment(to) })

function NoEvents({ search, part, onChange }: PartProps & { part: Part | undefined }) {
  if (part?.examinedTo && part.oldest !== null && search.after === undefined) {
    const { oldest } = part
    return (
      <EmptyState
        title={m.ui_no_matches()}
        actions={<Button onClick={() => onChange({ before: oldest })}>{m.events_search_older()}</Button>}
      >
        {examinedText(part.examinedTo)}
      </EmptyState>
    )
  }
  return <EmptyState title={m.events_empty_title()}>{m.events_empty_text()}</EmptyState>
}

function Export({ search }: { search: SystemLogSearch }) {
  const filter = filterQuery(search)
  return (
    <ExportButton
      input={{ kind: 'system-log', filter }}
      page={async () => {
        const { items, hasNewer, hasOlder } = await queryClient.ensureQueryData(eventsQuery(search))
        return { totalCount: items.length, totalIsExact: !hasNewer && !hasOlder }
      }}
      atOnce={() => api(exportSystemLog, { query: filter })}
    />
  )
}
