import { createRoute, Outlet, type AnyRoute } from '@tanstack/react-router'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { setConnected } from '../api/connection.ts'
import { invalidateTables, queryClient } from '../api/query.ts'
import { renderRoutes } from '../testing/renderRoutes.tsx'
import { JobLogPage } from './JobLogPage.tsx'
import { buildCommand, buildJob, buildPart, buildTag, fakeJobs, grant } from '../testing/jobs.ts'
import { jobsSearch } from './search.ts'

beforeEach(() => grant('Navigation.JobLog', 'Monitoring.ManageJobs', 'Admin.ViewTags', 'Admin.ViewUsers'))
afterEach(() => {
  setConnected(true)
  queryClient.clear()
  localStorage.clear()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

async function show(answers: Parameters<typeof fakeJobs>[0], at = '/monitoring/job-log') {
  const server = fakeJobs(answers)
  vi.stubGlobal('fetch', server.answer)
  const routesUnder = (root: AnyRoute) => {
    const log: AnyRoute = createRoute({
      getParentRoute: () => root,
      path: '/monitoring/job-log',
      validateSearch: jobsSearch,
      component: () => (
        <>
          <JobLogPage search={log.useSearch()} />
          <Outlet />
        </>
      ),
    })
    return [log.addChildren([createRoute({ getParentRoute: () => log, path: '/$jobId', component: () => <p>the panel</p> })])]
  }
  const router = await renderRoutes(Outlet, routesUnder, [at])
  return { ...server, router, user: userEvent.setup({ delay: null }) }
}

const row = async (name: RegExp) => (await screen.findByRole('rowheader', { name })).closest('tr') as HTMLTableRowElement

test('shows each job with type and workflow, status, user, product, resource group, priority and tags', async () => {
  const tags = ['Q1_2026', 'Renewal', 'Europe', 'Audit'].map((name, index) => ({ ...buildTag(name), tagId: `tag-${index}` }))
  await show({
    list: () =>
      buildPart([
        buildJob({ tags }),
        buildJob({ jobId: 'RM-2', operation: 'NEW_TYPE', workflowName: '', status: 'Queued', queuePosition: 3 }),
        buildJob({ jobId: 'RM-3', workflowName: '', status: 'Failed', reason: 'Out of memory', resourceGroupName: null }),
      ]),
  })
  const running = await row(/Accumulation rollup.*Quarterly rollup/)
  const header = screen.getAllByRole('columnheader').map((cell) => cell.textContent)
  expect(header).toEqual(
    expect.arrayContaining(['Operations', 'Created by / User', 'Date and Time', 'Reason', 'Resource Group Name', 'Product']),
  )
  for (const text of [
    /Running/,
    /64%/,
    /grace@company.example/,
    /ExposureIQ/,
    /Accumulation control/,
    /^High$/,
    /Q1_2026/,
    /2 more: Europe, Audit/,
  ])
    expect(within(running).getAllByText(text).length).toBeGreaterThan(0)
  // A type without a known name shows its code.
  expect(within(await row(/NEW_TYPE/)).getByText(/#3/)).toBeDefined()
  expect(screen.getByText('Out of memory')).toBeDefined()
})

test('tells what became of the last request: under way, refused with the reason, or unanswered', async () => {
  const long = new Date(Date.now() - 5 * 60_000).toISOString()
  await show({
    list: () =>
      buildPart([
        buildJob({ jobId: 'a', command: buildCommand() }),
        buildJob({ jobId: 'b', command: buildCommand({ kind: 'Reprioritize', priority: 'Low' }) }),
        buildJob({ jobId: 'c', command: buildCommand({ state: 'Refused', reason: 'Results are being written.' }) }),
        buildJob({ jobId: 'd', command: buildCommand({ requestedAt: long }) }),
        buildJob({ jobId: 'e', status: 'Finished', command: buildCommand() }),
      ]),
  })
  expect(await screen.findByText('Canceling…')).toBeDefined()
  expect(screen.getByText('Changing priority…')).toBeDefined()
  expect(screen.getByText('Cancellation refused: Results are being written.')).toBeDefined()
  expect(screen.getByText('ExposureIQ has not answered')).toBeDefined()
  expect(screen.getAllByText(/Canceling/)).toHaveLength(1)
})

test('keeps filters, range and search in the URL, and sends them', async () => {
  const { lists, router, user } = await show({ list: () => buildPart([buildJob()]) }, '/monitoring/job-log?days=30&before=abc')
  await row(/Accumulation rollup/)
  expect(lists().at(-1)?.search).toContain('before=abc')
  await user.click(screen.getByRole('button', { name: 'Status', expanded: false }))
  await user.click(await screen.findByRole('menuitemcheckbox', { name: 'Failed' }))
  await waitFor(() => expect(lists().at(-1)?.searchParams.getAll('status')).toEqual(['Failed']))
  // A position belongs to one set of filters; the range stays.
  expect(router.state.location.search).toEqual({ days: 30, status: ['Failed'] })
  expect(lists().at(-1)?.searchParams.get('days')).toBe('30')
})

test('goes to older jobs and back', async () => {
  const { lists, user } = await show({
    list: (url) =>
      url.searchParams.get('before') === 'older'
        ? buildPart([buildJob({ jobId: 'old' })], { newest: 'newer', hasNewer: true })
        : buildPart([buildJob()], { oldest: 'older', hasOlder: true }),
  })
  await user.click(await screen.findByRole('button', { name: 'Older' }))
  await waitFor(() => expect(lists().at(-1)?.search).toContain('before=older'))
  await user.click(screen.getByRole('button', { name: 'Newest' }))
  await waitFor(() => expect(screen.getByRole('button', { name: 'Newest' }).hasAttribute('disabled')).toBe(true))
})

test('sorts by its columns, with the sort in the URL, and pages from the beginning', async () => {
  const { lists, router, user } = await show(
    {
      list: (url) =>
        url.searchParams.get('before') === 'further'
          ? buildPart([buildJob({ jobId: 'next' })], { newest: 'back', hasNewer: true })
          : buildPart([buildJob()], { oldest: 'further', hasOlder: true }),
    },
    '/monitoring/job-log?days=30&before=abc',
  )
  await row(/Accumulation rollup/)
  expect(lists().at(-1)?.searchParams.get('sort')).toBe('-createdAt')
  const header = (name: string) => screen.getByRole('columnheader', { name })
  expect(header('Date and Time').getAttribute('aria-sort')).toBe('descending')
  for (const name of ['Operations', 'Status', 'Created by / User', 'Reason', 'Resource Group Name', 'Product'])
    expect(within(header(name)).getByRole('button')).toBeDefined()
  await user.click(within(header('Reason')).getByRole('button'))
  await waitFor(() => expect(lists().at(-1)?.searchParams.get('sort')).toBe('reason'))
  expect(router.state.location.search).toEqual({ days: 30, sort: 'reason' })
  await user.click(await screen.findByRole('button', { name: 'Next page' }))
  await waitFor(() => expect(lists().at(-1)?.search).toContain('before=further'))
  expect(lists().at(-1)?.searchParams.get('sort')).toBe('reason')
  await user.click(screen.getByRole('button', { name: 'Previous page' }))
  await waitFor(() => expect(lists().at(-1)?.search).toContain('after=back'))
})

test('begins with the oldest, where newer jobs are on the next page', async () => {
  const { lists, user } = await show(
    { list: () => buildPart([buildJob()], { newest: 'newer', oldest: 'older', hasNewer: true, hasOlder: true }) },
    '/monitoring/job-log?sort=createdAt',
  )
  await user.click(await screen.findByRole('button', { name: 'Next page' }))
  await waitFor(() => expect(lists().at(-1)?.search).toContain('after=newer'))
})

test('tells an empty period from filters that match nothing, and continues a search that stopped', async () => {
  await show({})
  expect(await screen.findByText('No jobs in this period')).toBeDefined()
})

test('offers to clear filters that match nothing', async () => {
  const { user, router } = await show({}, '/monitoring/job-log?status=Failed')
  await user.click(await screen.findByRole('button', { name: 'Clear filters' }))
  await waitFor(() => expect(router.state.location.search).toEqual({}))
})

test('continues where a search stopped', async () => {
  const { lists, user } = await show(
    { list: () => buildPart([], { oldest: 'further', hasOlder: true, examinedTo: '2026-03-01T00:00:00.000Z' }) },
    '/monitoring/job-log?q=x',
  )
  expect(await screen.findByText(/Searched 10,000 jobs, back to/)).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'Search older jobs' }))
  await waitFor(() => expect(lists().at(-1)?.search).toContain('before=further'))
})

test('keeps the selection and the focus when jobs report', async () => {
  let progress = 10
  const { user } = await show({ list: () => buildPart([buildJob({ progress }), buildJob({ jobId: 'RM-2', status: 'Finished' })]) })
  const box = await screen.findByRole<HTMLInputElement>('checkbox', { name: 'Select Accumulation rollup EIQ-1' })
  await user.click(box)
  progress = 20
  await act(() => invalidateTables(['job']))
  expect(await screen.findByText(/20%/)).toBeDefined()
  expect(box.checked).toBe(true)
  expect(document.activeElement).toBe(box)
  expect(screen.getByRole('region', { name: 'Selection' })).toBeDefined()
})

test('answers many reports within a second with one request', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const { lists } = await show({ list: () => buildPart([buildJob()]) })
  await row(/Accumulation rollup/)
  const before = lists().length
  for (let report = 0; report < 100; report++) void invalidateTables(['job'])
  await act(() => vi.advanceTimersByTimeAsync(6_000))
  expect(lists()).toHaveLength(before + 1)
})

test.each([
  ['Running', 1],
  ['Finished', 0],
] as const)('polls without live updates while a shown job is active: %s', async (status, polls) => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  // A query of its own, which no refetch of another test can be late for.
  const { lists } = await show({ list: () => buildPart([buildJob({ status })]) }, '/monitoring/job-log?q=polls')
  await row(/Accumulation rollup/)
  const before = lists().length
  act(() => setConnected(false))
  expect(screen.queryByText(/Live updates are interrupted/) !== null).toBe(polls === 1)
  await act(() => vi.advanceTimersByTimeAsync(30_500))
  expect(lists().length - before).toBe(polls)
  act(() => setConnected(true))
  expect(screen.queryByText(/Live updates are interrupted/)).toBeNull()
})

test('opens a job with the filters kept', async () => {
  const { router, user } = await show({ list: () => buildPart([buildJob()]) }, '/monitoring/job-log?days=30')
  await user.click(await screen.findByRole('link', { name: /Accumulation rollup/ }))
  expect(await screen.findByText('the panel')).toBeDefined()
  expect(router.state.location.href).toBe('/monitoring/job-log/EIQ-1?days=30')
})
