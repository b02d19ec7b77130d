import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { RotateCw } from 'lucide-react'
import { useDeferredValue, useMemo } from 'react'
import type { ResponseOf } from '@steward/contract/http'
import { examinedJobs, searchedJobs } from '@steward/contract/jobs/constants'
import { exportJobs, type listJobs } from '@steward/contract/jobs/endpoints'
import type { Job } from '@steward/contract/jobs/schemas'
import { m } from '@steward/contract/paraglide/messages'
import { api } from '../api/client.ts'
import { queryClient } from '../api/query.ts'
import { ExportButton } from '../exports/ExportButton.tsx'
import { formatMoment, formatNumber } from '../i18n/time.ts'
import { SavedViews } from '../saved-views/SavedViews.tsx'
import { PageHeader } from '../ui/display/PageHeader.tsx'
import { EmptyState } from '../ui/display/states.tsx'
import { Button } from '../ui/form/Button.tsx'
import { CursorPages } from '../ui/table/CursorPages.tsx'
import { DataTable } from '../ui/table/DataTable.tsx'
import { newestPage } from '../ui/table/logPage.ts'
import { useSearchChange } from '../ui/table/useSearchChange.ts'
import { jobColumns } from './columns.tsx'
import { JobFilters } from './JobFilters.tsx'
import css from './jobs.module.css'
import { JobActions } from './manage/JobActions.tsx'
import { filterQuery, jobsQuery } from './queries.ts'
import { isFiltered, noFilters, sortOf } from './filters.ts'
import { defaultSort, jobsSearch, type JobsSearch } from './search.ts'
import { useJobNames } from './useJobNames.ts'
import { usePolledJobs } from './usePolledJobs.ts'

const path = '/monitoring/job-log'
const jobId = (job: Job) => job.jobId
const noJobs: Job[] = []

type Part = ResponseOf<typeof listJobs>

interface PartProps {
  search: JobsSearch
  onChange: (patch: Partial<JobsSearch>) => void
}

/** The jobs of the products (second specification file, section 2). A job opens in a panel, a child route. */
export function JobLogPage({ search }: { search: JobsSearch }) {
  const query = useQuery(jobsQuery(search))
  const patch = useSearchChange(jobsSearch)
  // Positions belong to one set of filters.
  const change = (next: Partial<JobsSearch>) => patch({ ...newestPage, ...next })
  const open = useParams({ strict: false })
  const { data } = query
  const jobs = data?.items ?? noJobs
  const { nameOf, isReady } = useJobNames(jobs)
  const columns = useMemo(() => jobColumns(nameOf), [nameOf])
  const isPolling = usePolledJobs({ jobs, refetch: query.refetch })
  const page = useMemo(
    () =>
      data &&
      isReady && {
        items: data.items,
        count: data.items.length,
        totalCount: data.items.length,
        totalIsExact: !data.hasNewer && !data.hasOlder,
      },
    [data, isReady],
  )
  // Rendered in slices: a hundred rows that change at the same moment would hold up scrolling and typing.
  const shown = useDeferredValue(page)
  return (
    <>
      <PageHeader
        title={m.menu_job_log()}
        sentence={m.jobs_sentence()}
        actions={
          <Button icon={<RotateCw />} onClick={() => void query.refetch()}>
            {m.jobs_refresh()}
          </Button>
        }
      />
      <DataTable
        name="job-log"
        label={m.menu_job_log()}
        columns={columns}
        query={{ ...query, data: shown || undefined }}
        rowId={jobId}
        rowName={(job) => m.job_name({ operation: nameOf(job.operation), id: job.jobId })}
        search={{ limit: search.limit, sort: sortOf(search) }}
        onSearchChange={change}
        rowLink={(job) => ({ to: `${path}/$jobId`, params: { jobId: job.jobId }, search: true })}
        openId={open.jobId}
        bulkActions={({ rows }) => <JobActions jobs={rows} />}
        views={<SavedViews list="job-log" read={jobsSearch} />}
        toolbar={<JobFilters search={search} onChange={change} />}
        tools={<Export search={search} />}
        empty={<NoJobs search={search} part={data} onChange={change} />}
        isFiltered={isFiltered(search) && data?.examinedTo === null}
        onClearFilters={() => change(noFilters)}
        errorFallback={m.jobs_error_list()}
        pages={data ? <Pages search={search} part={data} onChange={change} /> : undefined}
      />
      <p className={css.polling} role="status">
        {isPolling ? m.jobs_polling() : ''}
      </p>
    </>
  )
}

function Pages({ search, part, onChange }: PartProps & { part: Part }) {
  const { items } = part
  const isFirst = search.before === undefined && search.after === undefined
  const { next, previous, isNewestFirst } = stepsOf(search, part)
  const [first, last] = [items[0], items.at(-1)]
  const examined = items.length === 0 ? '' : examinedText(search, part)
  return (
    <>
      {examined === '' ? null : (
        <p className={css.examined} role="status">
          {examined}
        </p>
      )}
      {isFirst && !next ? null : (
        <CursorPages
          label={m.menu_job_log()}
          summary={
            first && last && isNewestFirst ? m.range_between({ from: formatMoment(last.createdAt), to: formatMoment(first.createdAt) }) : ''
          }
          onNewest={isFirst ? undefined : () => onChange({})}
          onNewer={previous && (() => onChange(previous))}
          onOlder={next && (() => onChange(next))}
          isInOtherOrder={!isNewestFirst}
        />
      )}
    </>
  )
}

type Step = Pick<JobsSearch, 'before' | 'after'>

/** The positions of the next page and of the one before. Newer jobs are further down a list that begins with the oldest. */
function stepsOf(search: JobsSearch, { newest, oldest, hasNewer, hasOlder }: Part) {
  const newer: Step | undefined = hasNewer && newest !== null ? { after: newest } : undefined
  const older: Step | undefined = hasOlder && oldest !== null ? { before: oldest } : undefined
  const isNewestFirst = sortOf(search) === defaultSort
  return sortOf(search) === 'createdAt' ? { next: newer, previous: older, isNewestFirst } : { next: older, previous: newer, isNewestFirst }
}

/** How far the call came if it stopped before the end of the range. */
function examinedText(search: JobsSearch, { examinedTo }: Part): string {
  if (examinedTo === null) return ''
  const count = formatNumber(search.q === undefined ? examinedJobs : searchedJobs)
  if (sortOf(search) !== defaultSort) return m.jobs_examined_sorted({ count })
  const text = { count, time: formatMoment(examinedTo) }
  return search.after === undefined ? m.jobs_examined(text) : m.jobs_examined_newer(text)
}

function NoJobs({ search, part, onChange }: PartProps & { part: Part | undefined }) {
  if (part?.examinedTo) {
    const { next, previous, isNewestFirst } = stepsOf(search, part)
    const isBack = search.after !== undefined && sortOf(search) !== 'createdAt'
    const step = isBack ? previous : next
    const label = isNewestFirst ? (isBack ? m.jobs_search_newer() : m.jobs_search_older()) : m.jobs_search_further()
    if (step) {
      return (
        <EmptyState title={m.ui_no_matches()} actions={<Button onClick={() => onChange(step)}>{label}</Button>}>
          {examinedText(search, part)}
        </EmptyState>
      )
    }
  }
  return <EmptyState title={m.jobs_empty_title()}>{m.jobs_empty_text()}</EmptyState>
}

function Export({ search }: { search: JobsSearch }) {
  const filter = filterQuery(search)
  return (
    <ExportButton
      input={{ kind: 'jobs', filter }}
      page={async () => {
        const { items, hasNewer, hasOlder } = await queryClient.ensureQueryData(jobsQuery(search))
        return { totalCount: items.length, totalIsExact: !hasNewer && !hasOlder }
      }}
      atOnce={() => api(exportJobs, { query: filter })}
    />
  )
}
