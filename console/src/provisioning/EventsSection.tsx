import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { m } from '@steward/contract/paraglide/messages'
import { exportProvisioningEvents } from '@steward/contract/provisioning/endpoints'
import { provisioningOutcomes, type ProvisioningResource } from '@steward/contract/provisioning/constants'
import type { ProvisioningEvent } from '@steward/contract/provisioning/schemas'
import { api } from '../api/client.ts'
import { queryClient } from '../api/query.ts'
import { ExportButton } from '../exports/ExportButton.tsx'
import { Chip } from '../ui/display/Chip.tsx'
import { FilterMenu, MultiFilterMenu } from '../ui/filter/FilterMenu.tsx'
import { SearchBox } from '../ui/filter/SearchBox.tsx'
import { EmptyState } from '../ui/display/states.tsx'
import { DataTable } from '../ui/table/DataTable.tsx'
import { eventColumns } from './columns.tsx'
import css from './provisioning.module.css'
import { HoursChart } from './HoursChart.tsx'
import { eventsQuery, tokensQuery } from './queries.ts'
import { areEventsFiltered, eventFilter, noEventFilters } from './filters.ts'
import type { EventOperation, ProvisioningSearch } from './search.ts'
import { nameOf, outcomeLabels } from './labels.ts'

const columns = eventColumns()
const idOf = (event: ProvisioningEvent) => event.eventId

interface EventsSectionProps {
  search: ProvisioningSearch
  onChange: (patch: Partial<ProvisioningSearch>) => void
}

/** The providers' requests, newest first, updated live. */
export function EventsSection({ search, onChange }: EventsSectionProps) {
  const query = useQuery(eventsQuery(search))
  const open = useParams({ strict: false })
  const filter = eventFilter(search)
  return (
    <section className={css.section} aria-labelledby="scim-events">
      <h2 id="scim-events">{m.scim_events()}</h2>
      <HoursChart />
      <DataTable
        name="provisioning-events"
        label={m.scim_events()}
        columns={columns}
        query={query}
        rowId={idOf}
        rowName={nameOf}
        search={{ page: search.page, limit: search.limit }}
        onSearchChange={onChange}
        rowLink={(event) => ({ to: '/company/scim-management/events/$eventId', params: { eventId: event.eventId }, search: true })}
        openId={open.eventId}
        toolbar={<Filters search={search} onChange={onChange} />}
        tools={
          <ExportButton
            input={{ kind: 'provisioning', filter }}
            page={() => queryClient.ensureQueryData(eventsQuery(search))}
            atOnce={() => api(exportProvisioningEvents, { query: filter })}
          />
        }
        empty={<EmptyState title={m.scim_events_empty_title()}>{m.scim_events_empty_text()}</EmptyState>}
        isFiltered={areEventsFiltered(search)}
        onClearFilters={() => onChange(noEventFilters)}
        errorFallback={m.scim_error_events()}
      />
    </section>
  )
}

function Filters({ search, onChange }: EventsSectionProps) {
  const outcomes = provisioningOutcomes.map((value) => ({ value, label: outcomeLabels[value]() }))
  const operations: { value: EventOperation; label: string }[] = [
    { value: 'create', label: m.scim_filter_create() },
    { value: 'replace', label: m.scim_filter_replace() },
    { value: 'patch', label: m.scim_filter_patch() },
    { value: 'delete', label: m.scim_filter_delete() },
  ]
  const resources: { value: ProvisioningResource; label: string }[] = [
    { value: 'User', label: m.scim_filter_users() },
    { value: 'Group', label: m.scim_filter_groups() },
  ]
  const runs: { value: 'true' | 'false'; label: string }[] = [
    { value: 'false', label: m.scim_filter_meant() },
    { value: 'true', label: m.scim_dry_run() },
  ]
  return (
    <>
      <SearchBox label={m.scim_events_search()} value={search.q ?? ''} onChange={(q) => onChange({ q })} />
      <MultiFilterMenu
        label={m.scim_column_outcome()}
        options={outcomes}
        values={search.outcome ?? []}
        onChange={(outcome) => onChange({ outcome })}
      />
      <MultiFilterMenu
        label={m.scim_column_operation()}
        options={operations}
        values={search.operation ?? []}
        onChange={(operation) => onChange({ operation })}
      />
      <FilterMenu
        label={m.scim_filter_kind()}
        options={resources}
        value={search.resource}
        onChange={(resource) => onChange({ resource })}
      />
      <FilterMenu label={m.scim_filter_run()} options={runs} value={search.dryRun} onChange={(dryRun) => onChange({ dryRun })} />
      {search.token === undefined ? null : <TokenChip id={search.token} onRemove={() => onChange({ token: undefined })} />}
    </>
  )
}

function TokenChip({ id, onRemove }: { id: string; onRemove: () => void }) {
  const { data } = useQuery(tokensQuery({}))
  const name = data?.items.find((token) => token.scimTokenId === id)?.tokenName ?? m.scim_column_token()
  return (
    <Chip name={name} onRemove={onRemove}>
      {name}
    </Chip>
  )
}
